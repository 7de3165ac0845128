// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { forgetDrafts } from '#data/drafts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GiftForm, type GiftWay } from '#routes/myPage/-parts/gift/giftForm.tsx'
import { MyPassGiftScreen } from '#routes/myPage/-parts/gift/myPassGiftScreen.tsx'
import { START } from '../harness/clock.ts'
import { bodiesOf, fieldOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { GIFT, PASS } from './fixtures.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** What a member has typed for a gift is a draft until the gift is sent. */

beforeEach(forgetDrafts)

const SENT = /POST .*gift\/insert/
const EMAIL = 'Recipient’s email address'
const MESSAGE = 'Message'
const SEND = 'Send as a gift'
const OTHER = { ...PASS, passUid: '0193a1b2-0000-7000-8000-000000000007', passType: '24H' as const }

const opened = async () => {
  const phone = openWithPeer()
  phone.peer.passes.set(
    'mina',
    [PASS, OTHER].map((pass) => ({ ...pass, validUntil: START + DAY_MS })),
  )
  phone.network.fault(SENT, async () => answer(200, '200', GIFT), Infinity)
  const tab = await phone.browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  return { ...phone, tab }
}
interface Address {
  by?: GiftWay
  chosen?: string
  own?: string
}
/** Opens the form, as a reload does: only what was stored is in it. */
const openForm = ({ by = 'member', chosen, own = 'mina@example.com' }: Address = {}) =>
  mountScreen(
    <GiftForm by={by} onBy={() => undefined} passes={[PASS, OTHER]} deviceUid={null} chosen={chosen} own={own} />,
  )
type Form = Awaited<ReturnType<typeof openForm>>
const fill = (): void => {
  type(fieldOf(EMAIL), 'bob@example.com')
  type(fieldOf(MESSAGE), 'For you')
}
const typed = () => [fieldOf(EMAIL).value, fieldOf(MESSAGE).value]
const radio = ({ element }: Form, passUid: string) =>
  element.querySelector<HTMLInputElement>(`[type=radio][value="${passUid}"]`)

test('recipient, message and pass survive a reload, and are gone once the gift is sent', async () => {
  const { network } = await opened()
  const form = await openForm()
  expect(typed()).toEqual(['', ''])
  fill()
  radio(form, OTHER.passUid)?.click()
  form.unmount()
  const reopened = await openForm()
  const { element, press, address, unmount } = reopened
  expect(typed()).toEqual(['bob@example.com', 'For you'])
  expect(radio(reopened, OTHER.passUid)?.checked).toBe(true)
  press(SEND)
  await waitUntil(() => element.querySelector('dialog[open]') !== null, 'the question')
  // Until it is confirmed, nothing is sent.
  expect(sessionStorage.getItem('harbor-pass:gift-form')).toContain('For you')
  ;[...element.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)?.click()
  await waitUntil(() => address() === '/myPage/gift?type=sent', 'the list of gifts')
  await waitUntil(() => bodiesOf(network, SENT).length > 0, 'the gift')
  expect(bodiesOf(network, SENT)).toEqual([
    { passUid: OTHER.passUid, id: 'bob@example.com', message: 'For you', proof: null },
  ])
  unmount()
  await openForm()
  expect(typed()).toEqual(['', ''])
  expect(sessionStorage.getItem('harbor-pass:gift-form')).toBeNull()
})

test('a pass that the address names is chosen, whatever was chosen before', async () => {
  await opened()
  const form = await openForm()
  fill()
  radio(form, OTHER.passUid)?.click()
  form.unmount()
  const named = await openForm({ chosen: PASS.passUid })
  expect(radio(named, PASS.passUid)?.checked).toBe(true)
  expect(typed()).toEqual(['bob@example.com', 'For you'])
})

test('the way by link and back leaves the recipient that was typed', async () => {
  await opened()
  const form = await openForm()
  fill()
  form.unmount()
  const link = await openForm({ by: 'link' })
  expect(fieldOf(MESSAGE).value).toBe('For you')
  type(fieldOf(MESSAGE), 'For you both')
  link.unmount()
  await openForm()
  expect(typed()).toEqual(['bob@example.com', 'For you both'])
})

test('a message is gone once the link of its gift is made, while that is shown', async () => {
  const { network } = await opened()
  const link = { expiresAt: START + DAY_MS }
  network.fault(/POST .*gift\/link$/, async () => answer(200, '200', { ...GIFT, link }), Infinity)
  const { element, press } = await openForm({ by: 'link' })
  type(fieldOf(MESSAGE), 'For you')
  press('Create a gift link')
  await waitUntil(() => element.querySelector('dialog[open]') !== null, 'the question')
  ;[...element.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)?.click()
  await waitUntil(() => element.querySelector('[data-link]') !== null, 'the link')
  expect(sessionStorage.getItem('harbor-pass:gift-form')).toBeNull()
})

test('another member reads nothing of a draft', async () => {
  await opened()
  const form = await openForm()
  fill()
  form.unmount()
  await openForm({ own: 'sora@example.com' })
  expect(typed()).toEqual(['', ''])
})

test('a session that ends leads back to the same pass and way, with what was typed', async () => {
  const { peer, tab } = await opened()
  const screen = await mountScreen(
    <MyPassGiftScreen by="member" onBy={() => undefined} chosen={OTHER.passUid} />,
    `/myPage/myPassGift?pass=${OTHER.passUid}&by=member`,
  )
  await waitUntil(() => screen.button(SEND) !== undefined, 'the form')
  fill()
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => screen.links('Sign in').length > 0, 'the way to sign in')
  expect(screen.links('Sign in')).toEqual([
    `/login?returnTo=${encodeURIComponent(`/myPage/myPassGift?pass=${OTHER.passUid}&by=member`)}`,
  ])
  await person(tab).signIn('mina')
  await waitUntil(() => screen.button(SEND) !== undefined, 'the form again')
  expect(typed()).toEqual(['bob@example.com', 'For you'])
})
