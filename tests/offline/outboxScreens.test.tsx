// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Gift } from '#contract/calls/gift.ts'
import { giftCancel } from '#sync/outbox/commands/giftCancel.ts'
import { giftSend } from '#sync/outbox/commands/giftSend.ts'
import { passName } from '#sync/outbox/commands/passName.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { GIFT, PASS } from './fixtures.ts'
import { dbOf, openOffline, openSignedIn, openWithPeer, person, rowsOf, waitForFirstPulls } from './setup.ts'

/** What screens say of the outbox matches the account, its session, and what a guest wrote on the phone. */

/** Loads the screens anew for each test, because they follow the first phone that they see. */
const load = async (tab: Tab) => {
  vi.resetModules()
  const { replaceRuntime } = await import('#data/runtime.ts')
  replaceRuntime(tab.runtime)
  return {
    ...(await import('#routes/setting/-parts/outbox.tsx')),
    ...(await import('#routes/setting/-parts/signOutDialog.tsx')),
    ...(await import('#routes/-shared/connection/connectionIcon.tsx')),
    ...(await import('#routes/myPage/-parts/outbox/outboxScreen.tsx')),
  }
}
type Screens = Awaited<ReturnType<typeof load>>

const CONTENT = 'Where is the exchange desk?'
const IN_APPLE = [{ wallet: 'apple' as const, addedAt: Date.UTC(2026, 10, 21, 3) }]
const SEE = 'Sign in to see what is waiting.'
const ONE = '1 action has not been sent'

/** Opens a part for Mina, who has a waiting inquiry and whose session has lapsed. */
const openWithInquiry = async (partOf: (screens: Screens) => ReactNode) => {
  const opened = await openSignedIn()
  const { tab } = opened
  opened.network.fault(/insertInquiry/, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '600' }))
  await person(tab).inquire(CONTENT)
  opened.peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => tab.runtime.session.state.get().state === 'locked', 'the end of the session')
  return { ...opened, tab, screen: await mountScreen(partOf(await load(tab))) }
}

test('Settings of a lapsed session show how many actions wait, and ask to sign in to see them', async () => {
  const { screen } = await openWithInquiry(({ Outbox }) => <Outbox />)
  await waitUntil(() => screen.text().includes(ONE), 'the number')
  expect(screen.text()).toContain(SEE)
  expect(screen.text()).not.toContain('Nothing here right now.')
})

test('the sign-out of a lapsed session shows how many actions wait, and offers to keep or discard them, not to send them', async () => {
  const { screen } = await openWithInquiry(({ SignOutDialog }) => <SignOutDialog open onClose={() => undefined} />)
  await waitUntil(() => screen.text().includes(ONE), 'the number')
  expect(screen.text()).toContain('Keep until I sign in again')
  expect(screen.text()).toContain('Discard')
  expect(screen.text()).not.toContain('Send now')
})

test('the outbox of a locked session shows a number, no text and no button to send (S5)', async () => {
  const { screen } = await openWithInquiry(({ OutboxScreen }) => <OutboxScreen />)
  await waitUntil(() => screen.text().includes(ONE), 'the number')
  expect(screen.text()).toContain(SEE)
  expect(screen.links('Sign in')).toEqual(['/login?returnTo=%2FmyPage%2Foutbox'])
  expect(screen.text()).not.toContain(CONTENT)
  expect(screen.text()).not.toContain('These will be sent automatically as soon as possible.')
  expect(screen.button('Send now')).toBeUndefined()
})

test('a sign-out with "send now" in a locked session is refused and keeps the actions (S7)', async () => {
  const { tab } = await openWithInquiry(() => null)
  expect(await person(tab).signOut('send')).toEqual({ ok: false, code: 'E_TOKEN' })
  expect(await rowsOf(tab)).toHaveLength(1)
})

test.each([
  ['in no wallet app', { wallets: [{ wallet: 'apple' as const, addedAt: null }] }, false],
  ['at a server that offers no wallet app', {}, false],
  ['in a wallet app, but over', { state: 'used' as const, wallets: IN_APPLE }, false],
  ['in a wallet app', { wallets: IN_APPLE }, true],
])('the sign-out of a member whose pass is %s says whether copies end', async (_what, change, isSaid) => {
  const { peer, tab } = await openSignedIn()
  peer.passes.set('mina', [{ ...PASS, validUntil: Date.UTC(2031, 0, 1), ...change }])
  await tab.runtime.pulls.pull('passes', true)
  const { SignOutDialog } = await load(tab)
  const { useMirroredPasses } = await import('#data/myPass.ts')
  const Count = () => <output>{useMirroredPasses().list.length} read</output>
  const screen = await mountScreen(
    <>
      <Count />
      <SignOutDialog open onClose={() => undefined} />
    </>,
  )
  await waitUntil(() => screen.text().includes('1 read'), 'the pass')
  expect(screen.text().includes('Copies that you added to wallet apps on this device will stop working.')).toBe(isSaid)
})

test('a sign-out that the storage refuses says so, and can be tried again', async () => {
  const { tab } = await openSignedIn()
  const { SignOutDialog } = await load(tab)
  const screen = await mountScreen(<SignOutDialog open onClose={() => undefined} />)
  const table = tab.runtime.storage.device()?.kept.constructor.prototype as { bulkDelete: () => Promise<unknown> }
  const bulkDelete = vi.spyOn(table, 'bulkDelete').mockRejectedValue(new Error('broken'))
  screen.press('Sign out')
  await waitUntil(() => screen.text().includes('This could not be saved on this device.'), 'the reason')
  expect(tab.reportedErrors).toMatchObject([{ message: 'broken' }])
  bulkDelete.mockRestore()
  screen.press('Sign out')
  await waitUntil(() => tab.runtime.session.state.get().state === 'anonymous', 'the sign-out')
})

test('signing out does not ask about a guest’s inquiry on this phone, and offers to send the member’s own', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  network.fault(/insertInquiry/, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '600' }), Infinity)
  await person(tab).inquire(CONTENT)
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  const { Outbox, SignOutDialog } = await load(tab)
  const screen = await mountScreen(
    <>
      <Outbox />
      <SignOutDialog open onClose={() => undefined} />
    </>,
  )
  await waitUntil(() => screen.text().includes(ONE), 'the number of all')
  expect(screen.text()).not.toContain('Keep until I sign in again')
  await person(tab).inquire(CONTENT)
  await waitUntil(() => screen.text().includes('Keep until I sign in again'), 'the question')
  expect(screen.text()).toContain('2 actions have not been sent')
  expect(screen.text().split(ONE)).toHaveLength(2)
  expect(screen.text()).toContain('Send now')
})

test('the link to unsent actions shows and announces the same number', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const { ConnectionIcon } = await load(tab)
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  network.fault(/insertInquiry/, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '600' }))
  network.fault(/interest/, async () => answer(200, 'E_NOT_FOUND'))
  await person(tab).favourite('gone', true)
  await waitUntil(async () => (await rowsOf(tab))[0]?.refused != null, 'a refusal')
  await person(tab).inquire(CONTENT)
  const { element } = await mountScreen(<ConnectionIcon />)
  const label = () => element.querySelector('a')?.getAttribute('aria-label') ?? ''
  await waitUntil(() => element.textContent === '2', 'the number of both')
  expect(label()).toBe('Unsent actions: 2')
})

const { passUid } = PASS
const ENDED: Gift = { ...GIFT, passUid, state: 'declined', endedAt: 0 }

/** Returns the texts of Mina’s two actions, once the second one names a recipient. Her gift to Bob was declined. */
const listedOf = async (tab: Tab): Promise<string[]> => {
  await dbOf(tab).gifts.put(ENDED)
  const { OutboxScreen } = await load(tab)
  const { element } = await mountScreen(<OutboxScreen />)
  const items = () => [...element.querySelectorAll('li')].map(({ textContent }) => textContent)
  await waitUntil(() => items()[1]?.includes('To: ') ?? false, 'a recipient')
  return items()
}

test('a waiting name of a pass is listed without the recipient of an ended gift of that pass', async () => {
  const { tab } = await openOffline()
  const box = tab.runtime.memberOutbox()
  await box?.add(passName, { passUid, name: 'Grandma' })
  await box?.add(giftCancel, { passUid, giftUid: ENDED.giftUid })
  const [naming, cancelling] = await listedOf(tab)
  expect(cancelling).toContain('To: bob@example.com')
  expect(naming).toContain('Grandma')
  expect(naming).not.toContain('To: ')
})

test('the cancellation of a queued gift is listed with the recipient of that gift, not of an ended one', async () => {
  const { tab } = await openOffline()
  const box = tab.runtime.memberOutbox()
  await box?.add(giftSend, { passUid, id: 'carol@example.com' })
  await dbOf(tab).outbox.toCollection().modify({ attempts: 1 })
  await box?.add(giftCancel, { passUid, giftUid: null })
  const [, cancelling] = await listedOf(tab)
  expect(cancelling).toContain('To: carol@example.com')
})

test('a refused action says when the server answered; one that an earlier release has sent says only why', async () => {
  const { tab, network, clock } = await openSignedIn()
  const { OutboxScreen } = await load(tab)
  network.fault(/interest/, async () => answer(200, 'E_NOT_FOUND'), 2)
  await person(tab).favourite('first', true)
  await person(tab).favourite('second', true)
  const refusals = async () => (await rowsOf(tab)).filter(({ refused }) => refused !== null).length
  await waitUntil(async () => (await refusals()) === 2, 'the refusals')
  const [first] = await rowsOf(tab)
  if (!first) throw new Error('no action')
  await dbOf(tab).outbox.put({ ...first, refused: { code: 'E_NOT_FOUND' } })
  clock.advance(5 * 60_000)
  const { element } = await mountScreen(<OutboxScreen />)
  const reasons = () => [...element.querySelectorAll('li > p:last-of-type')].map(({ textContent }) => textContent)
  await waitUntil(() => reasons().length === 2, 'the actions')
  const why = reasons()[0] ?? ''
  expect(why).not.toContain('ago')
  expect(reasons()).toEqual([why, `${why} · 5 min ago`])
})
