import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelGift, receiveGift, refuseGift, sendGift } from '#data/gifts.ts'
import { OUTBOX_GIFT_ASK_MS } from '#contract/limits.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { waitUntil } from '../../harness/tabs.ts'
import { dbOf, giftsOn, reconnect, rowsOf } from '../setup.ts'
import { giftPair, issuePass, sendAndPull, type Visitor } from './phones.ts'

const clock = createTestClock(koreanNoon())
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: clock.wall })
})
afterAll(() => app.close())

const pair = () => giftPair(app, clock)
const passesOf = async ({ tab }: Visitor) => (await dbOf(tab).passes.toArray()).map(({ passUid }) => passUid)
const giftsSent = ({ network }: Visitor) =>
  network.receivedRequests.filter(({ method, path }) => method === 'POST' && path === '/mypage/gift/insert')
const sent = async (visitor: Visitor) => (await giftsOn(visitor.tab)).sent[0]

/** Sends a gift that arrives, and whose answer is lost. */
const arrivesUnanswered = async (anna: Visitor, gift: Parameters<typeof sendGift>[0]) => {
  anna.network.fault(/gift\/insert/, 'lose')
  await anna.as(() => sendGift(gift))
  await waitUntil(async () => (await rowsOf(anna.tab))[0]?.lost === true)
}

test('a gift that is sent offline waits, is sent once, and moves the pass when it is accepted (P1, M10)', async () => {
  const { anna, bob, passUid, gift } = await pair()
  anna.network.down(true)
  expect(await anna.as(() => sendGift(gift))).toEqual({ ok: true, data: 'queued' })
  expect(await sent(anna)).toMatchObject({ state: 'queued', passType: '48H', message: gift.message, waiting: 'saved' })
  anna.network.fault(/gift\/insert/, 'lose')
  reconnect(anna.network, anna.tab)
  await sendAndPull(anna.tab, clock)
  expect(new Set(giftsSent(anna).map(({ key }) => key)).size).toBe(1)
  expect(giftsSent(anna).length).toBeGreaterThan(1)
  expect(await sent(anna)).toMatchObject({ state: 'sent', wish: null })

  await bob.tab.runtime.pulls.pullChanges(true)
  const { received } = await giftsOn(bob.tab)
  expect(received).toMatchObject([{ passUid, state: 'sent', message: gift.message }])
  bob.network.down(true)
  await bob.as(() => receiveGift(received[0]?.giftUid ?? ''))
  expect((await giftsOn(bob.tab)).received[0]).toMatchObject({ state: 'sent', wish: { to: 'accepted' } })
  reconnect(bob.network, bob.tab)
  await sendAndPull(bob.tab, clock)
  expect(await passesOf(bob)).toEqual([passUid])
  expect((await giftsOn(bob.tab)).received[0]).toMatchObject({ state: 'accepted', wish: null })

  await anna.tab.runtime.pulls.pullChanges(true)
  expect(await passesOf(anna)).toEqual([])
  expect(await sent(anna)).toMatchObject({ state: 'accepted' })
})

const accepted = async (bob: Visitor) => {
  await bob.tab.runtime.pulls.pullChanges(true)
  const { received } = await giftsOn(bob.tab)
  await bob.as(() => receiveGift(received[0]?.giftUid ?? ''))
  await waitUntil(async () => (await rowsOf(bob.tab)).length === 0, 'an accepted gift')
}

test('the repeated answer to a gift does not undo what followed it (M14)', async () => {
  const { anna, bob, gift } = await pair()
  await arrivesUnanswered(anna, gift)
  await accepted(bob)
  await anna.tab.runtime.pulls.pullChanges(true)
  expect(await passesOf(anna)).toEqual([])
  await sendAndPull(anna.tab, clock)
  expect(giftsSent(anna).length).toBe(2)
  expect(await sent(anna)).toMatchObject({ state: 'accepted' })
})

test('the late answer to a gift does not undo what a pull has fetched since (M14)', async () => {
  const { anna, bob, gift } = await pair()
  const held = anna.network.hold(/gift\/insert/)
  await anna.as(() => sendGift(gift))
  await held.arrived
  await accepted(bob)
  await anna.tab.runtime.pulls.pullChanges(true)
  held.release()
  await sendAndPull(anna.tab, clock)
  expect(giftsSent(anna).length).toBe(1)
  expect(await sent(anna)).toMatchObject({ state: 'accepted' })
})

test('an answer in doubt during a round of pulls makes another round follow (M14, M16)', async () => {
  const { anna, bob, gift } = await pair()
  await arrivesUnanswered(anna, gift)
  await accepted(bob)
  await anna.tab.runtime.pulls.pullChanges(true)
  await issuePass(app, anna.member.memberId)
  const held = anna.network.hold(/GET \/mypage\/myPass\/list/)
  void anna.tab.runtime.pulls.pullChanges(true)
  await held.arrived
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(anna.tab)).length === 0
  }, 'a gift that was sent once more')
  held.release()
  await waitUntil(async () => (await sent(anna))?.state === 'accepted', 'what the gift has become')
  expect(giftsSent(anna).length).toBe(2)
})

test('a gift that was never tried is deleted together with its cancellation (O7)', async () => {
  const { anna, bob, passUid, gift } = await pair()
  anna.network.down(true)
  await anna.as(() => sendGift(gift))
  await anna.as(() => cancelGift({ passUid, giftUid: null }))
  expect(await rowsOf(anna.tab)).toEqual([])
  expect(await sent(anna)).toBeUndefined()
  reconnect(anna.network, anna.tab)
  await sendAndPull(anna.tab, clock)
  expect(giftsSent(anna)).toEqual([])
  await bob.tab.runtime.pulls.pullChanges(true)
  expect((await giftsOn(bob.tab)).received).toEqual([])
})

test('a gift that was tried is sent once more, with its key, and then cancelled (O8)', async () => {
  const { anna, bob, passUid, gift } = await pair()
  await arrivesUnanswered(anna, gift)
  await anna.as(() => cancelGift({ passUid, giftUid: null }))
  expect(await sent(anna)).toMatchObject({ state: 'queued', wish: { to: 'cancelled' } })
  await sendAndPull(anna.tab, clock)
  expect(new Set(giftsSent(anna).map(({ key }) => key)).size).toBe(1)
  expect(await sent(anna)).toMatchObject({ state: 'cancelled' })
  await bob.tab.runtime.pulls.pullChanges(true)
  expect((await giftsOn(bob.tab)).received).toMatchObject([{ state: 'cancelled' }])
})

test('a cancellation behind a tried gift and an untried one leaves the pass with nobody else (O7, O8, P4)', async () => {
  const { anna, bob, passUid, gift } = await pair()
  await arrivesUnanswered(anna, gift)
  anna.network.down(true)
  await anna.as(() => sendGift({ ...gift, id: 'somebody.else@mail.example' }))
  await anna.as(() => cancelGift({ passUid, giftUid: null }))
  expect((await rowsOf(anna.tab)).map(({ command }) => command)).toEqual(['gift.send', 'gift.cancel'])
  reconnect(anna.network, anna.tab)
  await sendAndPull(anna.tab, clock)
  expect(new Set(giftsSent(anna).map(({ key }) => key)).size).toBe(1)
  expect(await sent(anna)).toMatchObject({ state: 'cancelled' })
  await bob.tab.runtime.pulls.pullChanges(true)
  expect((await giftsOn(bob.tab)).received).toMatchObject([{ state: 'cancelled' }])
})

test('two gifts that are both cancelled before the first answer leave the pass with nobody else (O8, P4)', async () => {
  const { anna, bob, passUid, gift } = await pair()
  const first = anna.network.hold(/gift\/insert/)
  await anna.as(() => sendGift(gift))
  await first.arrived
  await anna.as(() => cancelGift({ passUid, giftUid: null }))
  await anna.as(() => sendGift({ ...gift, id: 'somebody.else@mail.example' }))
  await anna.as(() => cancelGift({ passUid, giftUid: null }))
  first.release()
  await sendAndPull(anna.tab, clock)
  expect(await sent(anna)).toMatchObject({ state: 'cancelled' })
  await bob.tab.runtime.pulls.pullChanges(true)
  expect((await giftsOn(bob.tab)).received).toMatchObject([{ state: 'cancelled' }])
})

test('a gift is cancelled although a later gift of the pass was refused (P6, O4)', async () => {
  const { anna, passUid, gift } = await pair()
  await anna.as(() => sendGift(gift))
  await sendAndPull(anna.tab, clock)
  const listedGift = await sent(anna)
  await anna.as(() => sendGift({ ...gift, message: 'Or to you' }))
  await waitUntil(async () => (await rowsOf(anna.tab))[0]?.refused?.code === 'E_GIFT_PASS')
  await anna.as(() => cancelGift({ passUid, giftUid: listedGift && 'giftUid' in listedGift ? listedGift.giftUid : '' }))
  await sendAndPull(anna.tab, clock)
  expect(await sent(anna)).toMatchObject({ state: 'cancelled', message: gift.message })
})

test('the cancellation of a gift that was accepted meanwhile is refused, and the gift is shown as accepted (P2, O26)', async () => {
  const { anna, bob, passUid, gift } = await pair()
  await anna.as(() => sendGift(gift))
  await sendAndPull(anna.tab, clock)
  const listedGift = await sent(anna)
  const giftUid = listedGift && 'giftUid' in listedGift ? listedGift.giftUid : ''
  anna.network.down(true)
  await anna.as(() => cancelGift({ passUid, giftUid }))
  await bob.as(() => receiveGift(giftUid))
  await sendAndPull(bob.tab, clock)
  reconnect(anna.network, anna.tab)
  await waitUntil(async () => (await rowsOf(anna.tab))[0]?.refused?.code === 'E_GIFT_ENDED')
  await waitUntil(async () => (await sent(anna))?.state === 'accepted')
  expect(await sent(anna)).toMatchObject({ wish: { to: 'cancelled', waiting: 'refused', code: 'E_GIFT_ENDED' } })
  expect(await passesOf(anna)).toEqual([])
})

test('a refused gift is kept with its text, is replaced by one to another address, and is deleted with its cancellation (P2, O4, O19)', async () => {
  const { anna, bob, passUid, gift } = await pair()
  await anna.as(() => sendGift({ ...gift, id: 'nobody@mail.example' }))
  await waitUntil(async () => (await rowsOf(anna.tab))[0]?.refused?.code === 'E_GIFT_RECIPIENT')
  expect(await sent(anna)).toMatchObject({ state: 'queued', code: 'E_GIFT_RECIPIENT', message: gift.message })
  await anna.as(() => sendGift(gift))
  await sendAndPull(anna.tab, clock)
  expect(await sent(anna)).toMatchObject({ state: 'sent', recipient: { id: bob.member.email } })
  expect((await giftsOn(anna.tab)).sent).toHaveLength(1)
  // The cancellation of a refused gift is deleted with it.
  const otherPassUid = await issuePass(app, anna.member.memberId)
  anna.network.down(true)
  await anna.as(() => sendGift({ passUid: otherPassUid, id: 'nobody@mail.example' }))
  anna.network.fault(/gift\/insert/, 'drop')
  reconnect(anna.network, anna.tab)
  await waitUntil(async () => (await rowsOf(anna.tab))[0]?.lost === true)
  await anna.as(() => cancelGift({ passUid: otherPassUid, giftUid: null }))
  await sendAndPull(anna.tab, clock)
  expect((await giftsOn(anna.tab)).sent.map((each) => each.passUid)).toEqual([passUid])
})

test('of a recipient’s answers to a gift the last replaces the earlier, and asks when it is more than a day old (O4, O38)', async () => {
  const { anna, bob, gift } = await pair()
  await anna.as(() => sendGift(gift))
  await sendAndPull(anna.tab, clock)
  await bob.tab.runtime.pulls.pullChanges(true)
  const giftUid = (await giftsOn(bob.tab)).received[0]?.giftUid ?? ''
  bob.network.down(true)
  await bob.as(() => receiveGift(giftUid))
  await bob.as(() => refuseGift(giftUid))
  expect((await rowsOf(bob.tab)).map(({ command }) => command)).toEqual(['gift.refuse'])
  clock.advance(OUTBOX_GIFT_ASK_MS + 1_000)
  reconnect(bob.network, bob.tab)
  await waitUntil(async () => (await rowsOf(bob.tab))[0]?.asks === 'old')
  const [row] = await rowsOf(bob.tab)
  await bob.tab.runtime.memberOutbox()?.sendAnyway(row?.id ?? '')
  await sendAndPull(bob.tab, clock)
  expect((await giftsOn(bob.tab)).received).toMatchObject([{ state: 'declined', wish: null }])
})
