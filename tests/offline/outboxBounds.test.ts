import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { markRead } from '#data/news.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import { giftCancel } from '#sync/outbox/commands/giftCancel.ts'
import { giftSend } from '#sync/outbox/commands/giftSend.ts'
import { newsRead } from '#sync/outbox/commands/newsRead.ts'
import { answer } from '../harness/network.ts'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { dbOf, waitForEmptyOutbox, person, reconnect, rowsOf, openSignedIn, openOffline } from './setup.ts'

/** What the outbox does exactly at its limits. The values are literals: a changed limit is a changed promise. */

const FAV = /interest/
const READ = /newsfeed\/read/

const queue = (tab: Tab, newsUids: string[]) => tab.runtime.memberOutbox()?.add(newsRead, { newsUids })

/** The quotes of the JSON text count, and a Hangul letter has three bytes. */
test.each([
  ['ASCII at the limit is stored', 'x'.repeat(16_382), true],
  ['ASCII above the limit is refused', 'x'.repeat(16_383), false],
  ['Hangul at the limit is stored', `x${'가'.repeat(5_460)}y`, true],
  ['Hangul above the limit is refused', `x${'가'.repeat(5_461)}`, false],
])('the arguments of an action may have 16,384 bytes and not one more: %s (P10, O10)', async (_what, args, fits) => {
  const { tab } = await openOffline()
  const any = { name: 'any', version: 1, lane: () => 'any' }
  const added = tab.runtime.memberOutbox()?.add(any, args)
  await (fits ? added : expect(added).rejects.toThrow())
  expect(await rowsOf(tab)).toHaveLength(fits ? 1 : 0)
})

test.each([
  ['7 days old is sent without asking', 7 * DAY_MS, 0],
  ['older than 7 days asks before it is sent', 7 * DAY_MS + 1, 1],
])('an inquiry that is %s (O38)', async (_what, age, asking) => {
  const { peer, network, clock, tab, mina } = await openOffline()
  await mina.inquire('Where is the exchange desk?')
  clock.advance(age)
  reconnect(network, tab)
  await waitUntil(async () => peer.inquiries.length > 0 || (await rowsOf(tab)).some(({ asks }) => asks === 'old'))
  expect(peer.inquiries).toHaveLength(1 - asking)
})

test.each([
  ['still waits after 3 s offline', 3_000, true],
  ['is sent at once after more than 3 s offline', 3_001, false],
])('an action that was lost on the way %s (O32)', async (_what, lostFor, waits) => {
  const { network, clock, tab, mina } = await openOffline()
  await mina.favourite('tower', true)
  const nextAt = clock.wall() + 60_000
  await dbOf(tab).outbox.toCollection().modify({ attempts: 5, lost: true, wait: 60_000, nextAt })
  clock.advance(lostFor)
  network.down(false)
  await waitUntil(() => tab.runtime.online.probe())
  await tab.runtime.memberOutbox()?.flush()
  if (!waits) await waitForEmptyOutbox(tab)
  expect((await rowsOf(tab)).map((row) => row.nextAt)).toEqual(waits ? [nextAt] : [])
})

test.each([
  [24_999, 1],
  [25_000, 2],
])('after a drain of %i ms the fourth action is sent under lock number %i (O21)', async (ms, count) => {
  const { network, clock, tab, mina, peer } = await openOffline()
  const name = `hp-outbox-${dbOf(tab).name}`
  for (const uid of ['a', 'b', 'c', 'd']) await mina.favourite(uid, true)
  let taken = 0
  const locks = tab.runtime.platform.locks as LockManager
  const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>
  locks.request = ((...args: unknown[]) => {
    if (args[0] === name) taken += 1
    return request(...args)
  }) as typeof locks.request
  network.fault(FAV, async (_request, pass) => {
    clock.advance(ms)
    return pass()
  })
  reconnect(network, tab)
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toHaveLength(4)
  expect(taken).toBe(count)
})

test('a server error between two unknown codes restarts their count (O37)', async () => {
  const { network, clock, peer, tab } = await openSignedIn()
  const strange = async () => answer(200, 'E_OF_TOMORROW')
  network.fault(FAV, strange, 4)
  network.fault(FAV, async () => answer(503, 'E_UNAVAILABLE'))
  network.fault(FAV, strange, 4)
  await person(tab).favourite('tower', true)
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).every(({ asks }) => asks !== null)
  })
  expect(await rowsOf(tab)).toEqual([])
  expect(peer.effects).toEqual(['on tower'])
})

test('an action that the person sends anyway is tried five more times before it asks again (O37, O47)', async () => {
  const { network, clock, tab } = await openSignedIn()
  network.fault(FAV, async () => answer(200, 'E_OF_TOMORROW'), 99)
  await person(tab).favourite('tower', true)
  const asks = () =>
    waitUntil(async () => {
      clock.advance(1_000)
      return (await rowsOf(tab))[0]?.asks === 'unknown'
    })
  await asks()
  await tab.runtime.memberOutbox()?.sendAnyway((await rowsOf(tab))[0]?.id ?? '')
  await asks()
  expect((await rowsOf(tab))[0]?.attempts).toBe(10)
})

test.each([
  ['the first try', 0, undefined],
  ['the second try', 1, true],
])('after the answer to %s, with %i failures before it, the part is in doubt: %s (M14)', async (_name, lost, doubt) => {
  const { network, clock, tab } = await openSignedIn()
  // No round of pulls succeeds meanwhile.
  network.fault(/GET \/sync/, async () => answer(503, 'E_UNAVAILABLE'), 99)
  network.fault(FAV, async () => answer(503, 'E_UNAVAILABLE'), lost)
  await person(tab).favourite('tower', true)
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  expect((await stampOf(dbOf(tab).stamps, 'favourites')).doubt).toBe(doubt)
})

test('an action whose answer names no part marks is followed by a round of pulls (O26)', async () => {
  const { network, tab } = await openSignedIn()
  await waitUntil(() => network.underWay() === 0)
  const before = network.receivedRequests.length
  await person(tab).favourite('tower', true)
  await waitUntil(() => network.receivedRequests.slice(before).some(({ path }) => path.startsWith('/sync')))
  expect(await rowsOf(tab)).toEqual([])
})

test('a refused action is kept until a later one of its lane waits behind it (O19)', async () => {
  const { network, tab } = await openSignedIn()
  network.fault(READ, async () => answer(200, 'E_NOT_FOUND'))
  await queue(tab, ['a'])
  await waitUntil(async () => (await rowsOf(tab))[0]?.refused?.code === 'E_NOT_FOUND')
  await tab.runtime.memberOutbox()?.discard((await rowsOf(tab))[0]?.id ?? '')

  network.fault(READ, async (_request) => {
    // Added while the first request is under way.
    await queue(tab, ['c'])
    return answer(200, 'E_NOT_FOUND')
  })
  network.fault(READ, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '60' }))
  await queue(tab, ['b'])
  await waitUntil(async () => (await rowsOf(tab)).some(({ wait }) => wait === 60_000))
  expect((await rowsOf(tab)).map(({ args, refused }) => [args, refused])).toEqual([[{ newsUids: ['c'] }, null]])
})

const uids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `n${from + index}`)

test.each([
  [0, []],
  [1, [1]],
  [200, [200]],
  [201, [200, 1]],
  [400, [200, 200]],
])('%i read marks are kept as actions of at most 200: %j (O6)', async (count, sizes) => {
  const { tab } = await openOffline()
  replaceRuntime(tab.runtime)
  expect(await markRead(uids(count))).toEqual({ ok: true, data: null })
  const marks = (await rowsOf(tab)).map(({ args }) => (args as { newsUids: string[] }).newsUids)
  expect(marks.map(({ length }) => length)).toEqual(sizes)
  expect(marks.flat()).toEqual(uids(count))
})

test.each([
  [0, 200, 1],
  [0, 201, 2],
  [1, 200, 2],
])(
  'read marks that were tried %i times and a new one, %i in all, are %i actions (O6)',
  async (attempts, all, actions) => {
    const { tab } = await openOffline()
    await queue(tab, uids(all - 1))
    await dbOf(tab).outbox.toCollection().modify({ attempts })
    await queue(tab, uids(1, all))
    expect(await rowsOf(tab)).toHaveLength(actions)
  },
)

test.each([
  [0, [], 'nothing'],
  [1, ['gift.send', 'gift.cancel'], 'queued'],
] as const)(
  'after cancelling a gift that was tried %i times, %j wait and the result is %s (O7, O8)',
  async (attempts, commands, became) => {
    const { tab } = await openOffline()
    const box = tab.runtime.memberOutbox()
    expect(await box?.add(giftSend, { passUid: 'p', id: 'joon@example.com' })).toBe('queued')
    await dbOf(tab).outbox.toCollection().modify({ attempts })
    expect(await box?.add(giftCancel, { passUid: 'p', giftUid: null })).toBe(became)
    expect((await rowsOf(tab)).map(({ command }) => command)).toEqual(commands)
  },
)

test('a gift that was tried and asks no longer asks once it is cancelled (O8)', async () => {
  const { tab } = await openOffline()
  const box = tab.runtime.memberOutbox()
  await box?.add(giftSend, { passUid: 'p', id: 'joon@example.com' })
  await dbOf(tab).outbox.toCollection().modify({ attempts: 1, asks: 'old' })
  await box?.add(giftCancel, { passUid: 'p', giftUid: null })
  expect(await rowsOf(tab)).toMatchObject([
    { command: 'gift.send', asks: null, allowed: true },
    { command: 'gift.cancel', asks: null },
  ])
})
