// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LinkedGift } from '#contract/calls/giftLink.ts'
import { DAY_MS } from '#contract/time.ts'
import { forgetDrafts } from '#data/drafts.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GiftLinkScreen } from '#routes/gift/-parts/giftLinkScreen.tsx'
import { GiftForm } from '#routes/myPage/-parts/gift/giftForm.tsx'
import { showToast, useVisibleToast } from '#ui/useToast.ts'
import { START } from '../harness/clock.ts'
import { bodiesOf, waitForEarlierRequests, writesOf } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { dbOf, openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** A gift by link: what its link opens, and the form that makes it. */

beforeEach(() => {
  forgetDrafts()
  showToast(null)
})

const KEY = 'AbcdefghijklmnopqrstuvwxyZ012-_9'
const READ = /POST .*gift\/link\/read/
const OPEN = /POST .*gift\/link\/open/
const RECEIVE = /PATCH .*gift\/link\/receive/
const MAKE = /POST .*mypage\/gift\/link$/
const SENT: LinkedGift = {
  state: 'sent',
  role: 'holder',
  passType: 'Big5',
  medium: 'mobile',
  passUid: null,
  sender: 'Mei Lin',
  message: 'See you in Busan',
  expiresAt: START + 14 * DAY_MS,
}

/** Opens the link; `gift` is what the server answers: a gift, or the code of a refusal. */
const opening = async (
  gift: LinkedGift | string,
  { signedIn = false, address = `/gift#${KEY}`, offline = false } = {},
) => {
  const opened = openWithPeer()
  const { network } = opened
  const reply = { now: gift }
  const respond = async () => (typeof reply.now === 'string' ? answer(200, reply.now) : answer(200, '200', reply.now))
  network.fault(READ, respond, Infinity)
  network.fault(OPEN, respond, Infinity)
  const tab = await opened.browser.tab()
  if (signedIn) {
    await person(tab).signIn('mina')
    await waitForFirstPulls(tab)
  }
  network.down(offline)
  await tab.runtime.online.probe()
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<GiftLinkScreen />, address)
  const says = (text: string) => waitUntil(() => screen.text().includes(text), text)
  return { ...opened, ...screen, tab, says, reply, bodies: (match: RegExp) => bodiesOf(network, match) }
}

test.each([
  ['without a key', '/gift'],
  ['with half of a key', `/gift#${KEY.slice(16)}`],
])('a link %s does not work, and nothing is asked', async (_what, address) => {
  const { says, bodies, tab } = await opening(SENT, { address })
  await says('This gift link does not work')
  await waitForEarlierRequests(tab)
  expect(bodies(READ)).toEqual([])
})

test('a link that the server does not know does not work', async () => {
  const { says, text } = await opening('E_NOT_FOUND')
  await says('This gift link does not work')
  expect(text()).toContain('ask the sender to send it again')
})

test('offline, the link says so and can be tried again', async () => {
  const { says, press, network, tab } = await opening(SENT, { offline: true })
  await says('Could not load the gift')
  network.down(false)
  await tab.runtime.online.probe()
  press('Try again')
  await says('Mei Lin sent you a pass')
})

test.each<[string, Partial<LinkedGift>, string, string | null]>([
  ['expired', { state: 'expired', sender: '', message: '' }, 'This gift link has expired', null],
  ['cancelled', { state: 'cancelled', sender: '', message: '' }, 'This gift has been cancelled', null],
  ['accepted by somebody else', { state: 'accepted', sender: '', message: '' }, 'already been accepted', null],
  ['accepted by this member', { state: 'accepted', role: 'recipient' }, 'You have accepted the gift', '/myPage/myPass'],
  ['one’s own', { role: 'sender' }, 'This is your own gift', '/myPage/gift?type=sent'],
  [
    'one’s own, and expired',
    { role: 'sender', state: 'expired' },
    'Nobody accepted it in time',
    '/myPage/gift?type=sent',
  ],
  ['one’s own, and accepted', { role: 'sender', state: 'accepted' }, 'It has been accepted', '/myPage/gift?type=sent'],
  ['one’s own, and cancelled', { role: 'sender', state: 'cancelled' }, 'It was cancelled', '/myPage/gift?type=sent'],
])('a gift that is %s says so, and cannot be accepted', async (_what, gift, sentence, way) => {
  const { says, button, element, bodies } = await opening({ ...SENT, ...gift }, { signedIn: true })
  await says(sentence)
  for (const name of ['Accept', 'Open the gift']) expect(button(name)).toBeUndefined()
  if (way) expect([...element.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toContain(way)
  expect(bodies(OPEN)).toEqual([])
})

test('a wrapped gift shows neither the pass nor the message; pulling the ribbon shows both, and notifies the sender once', async () => {
  const { says, text, press, bodies, element, links } = await opening(SENT)
  await says('Mei Lin sent you a pass')
  expect(text()).not.toContain('Big5')
  expect(text()).not.toContain('See you in Busan')
  expect(bodies(OPEN)).toEqual([])
  press('Open the gift')
  await says('See you in Busan')
  expect(text()).toContain('Big5')
  await waitUntil(() => document.activeElement?.textContent === 'A pass from Mei Lin', 'the focus on the heading')
  await waitUntil(() => bodies(OPEN).length > 0, 'the opening')
  expect(bodies(OPEN)).toEqual([{ key: KEY }])
  // A visitor signs up or in, and comes back; no address of that way holds the key.
  expect(links('Sign up')).toEqual(['/join?returnTo=%2Fgift'])
  expect(links('Sign in')).toEqual(['/login?returnTo=%2Fgift'])
  expect(element.innerHTML).not.toContain(KEY)
})

test('dragging the ribbon down opens the gift, and a short pull does not', async () => {
  const { says, element, bodies } = await opening(SENT)
  await says('Mei Lin sent you a pass')
  const ribbon = element.querySelector('[role=presentation]')
  if (!ribbon) throw new Error('no ribbon to pull')
  Object.assign(ribbon, { setPointerCapture: () => undefined })
  const move = (kind: string, clientY: number) => ribbon.dispatchEvent(new MouseEvent(kind, { bubbles: true, clientY }))
  move('pointerdown', 10)
  move('pointermove', 40)
  move('pointerup', 40)
  move('click', 40)
  expect(element.querySelector('[data-gift=wrapped]')).not.toBeNull()
  move('pointerdown', 10)
  move('pointermove', 60)
  await says('See you in Busan')
  await waitUntil(() => bodies(OPEN).length === 1, 'the opening')
})

test('a link that was opened before the sign-in is open after it, without its key in the address', async () => {
  const first = await opening(SENT)
  await first.says('Mei Lin sent you a pass')
  first.press('Open the gift')
  await first.says('See you in Busan')
  first.unmount()
  const { says, button } = await opening(SENT, { signedIn: true, address: '/gift' })
  await says('See you in Busan')
  expect(button('Accept')).toBeDefined()
})

test('accepting is confirmed first; then the pass is there, and My Pass is one press away', async () => {
  const { says, press, element, bodies, network, links } = await opening(SENT, { signedIn: true })
  const accepted: LinkedGift = { ...SENT, state: 'accepted', role: 'recipient', passUid: PASS.passUid }
  network.fault(RECEIVE, async () => answer(200, '200', accepted), Infinity)
  await says('Mei Lin sent you a pass')
  press('Open the gift')
  await says('You are signed in as')
  press('Accept')
  expect(bodies(RECEIVE)).toEqual([])
  const confirm = [...element.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)
  expect(confirm?.textContent).toBe('Accept')
  confirm?.click()
  await says('You have accepted the gift')
  expect(bodies(RECEIVE)).toEqual([{ key: KEY }])
  expect(links('Open My Pass')).toEqual(['/myPage/myPass'])
  await waitUntil(
    () => document.activeElement?.textContent === 'You have accepted the gift',
    'the focus on the heading',
  )
})

test('the question before a gift of an unknown sender is accepted names the pass alone', async () => {
  const { says, press, element } = await opening({ ...SENT, sender: '' }, { signedIn: true })
  await says('Pull the ribbon')
  press('Open the gift')
  await says('You are signed in as')
  press('Accept')
  expect(element.querySelector('dialog[open]')?.textContent).toContain('The Big5 pass will be added to My Pass')
})

test('a gift that ended before it was accepted says how', async () => {
  const { says, press, element, network, reply } = await opening(SENT, { signedIn: true })
  network.fault(RECEIVE, async () => answer(200, 'E_GIFT_ENDED'), Infinity)
  await says('Mei Lin sent you a pass')
  press('Open the gift')
  await says('You are signed in as')
  press('Accept')
  reply.now = { ...SENT, state: 'cancelled', sender: '', message: '' }
  ;[...element.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)?.click()
  await says('This gift has been cancelled')
})

function Toast() {
  return <output>{useVisibleToast()?.text}</output>
}

test('the form makes a link: the hash is sent, the key stays on this phone, and the link can be copied', async () => {
  const opened = openWithPeer()
  const { network, peer } = opened
  peer.passes.set('mina', [PASS])
  const linkedGift = { giftUid: 'g', passUid: PASS.passUid, sentAt: START, link: { expiresAt: START + 14 * DAY_MS } }
  network.fault(MAKE, async () => answer(200, '200', linkedGift), Infinity)
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  const before = writesOf(network).length
  const { press, element, address } = await mountScreen(
    <>
      <GiftForm
        passes={[PASS]}
        deviceUid={null}
        chosen={undefined}
        own="mina@example.com"
        by="link"
        onBy={() => undefined}
      />
      <Toast />
    </>,
    '/myPage/myPassGift',
  )
  const dialogs = () => [...element.querySelectorAll<HTMLElement>('dialog[open]')]
  press('Create a gift link')
  await waitUntil(() => dialogs().length > 0, 'the question')
  expect(writesOf(network)).toHaveLength(before)
  ;[...(dialogs()[0]?.querySelectorAll('button') ?? [])].at(-1)?.click()
  const linkText = () => element.querySelector('[data-link]')?.textContent ?? ''
  await waitUntil(() => linkText() !== '', 'the link')
  const key = linkText().split('#')[1] ?? ''
  expect(linkText()).toBe(`${location.origin}/gift#${key}`)
  const linkHash = createHash('sha256').update(key).digest('hex')
  expect(bodiesOf(network, MAKE)).toEqual([{ passUid: PASS.passUid, linkHash, proof: null }])
  expect(await dbOf(tab).read('giftKeys')).toEqual({ [linkHash]: key })
  await waitUntil(() => element.querySelector('dialog[open] [data-qr]') !== null, 'the QR code')
  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => copied.push(text) } })
  press('Copy link')
  await waitUntil(() => element.querySelector('output')?.textContent === 'Link copied', 'the toast')
  vi.unstubAllGlobals()
  expect(copied).toEqual([linkText()])
  press('Close')
  await waitUntil(() => address() === '/myPage/gift?type=sent', 'the list of gifts')
})

test('offline, the form by link says that a link needs a connection', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  network.down(true)
  await tab.runtime.online.probe()
  replaceRuntime(tab.runtime)
  const { text } = await mountScreen(
    <GiftForm passes={[PASS]} deviceUid={null} chosen={undefined} own="" by="link" onBy={() => undefined} />,
  )
  expect(text()).toContain('You need a connection to create a link.')
})
