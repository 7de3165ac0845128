import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import type { GateRules } from '#contract/calls/gate.ts'
import { UNDO_MS } from '#contract/limits.ts'
import { idbOf } from '#db/idb.ts'
import { GateDb } from '#db/gate.ts'
import { enterLocally, storeVerdict, storeUndo } from './enter.ts'
import { isClockBelieved, readNotBefore } from './gateClock.ts'

/** Two pages of one scanner: two connections to one database. */
let pages: [GateDb, GateDb]
beforeEach(() => {
  const factory = new IDBFactory()
  pages = [new GateDb(idbOf(factory, IDBKeyRange)), new GateDb(idbOf(factory, IDBKeyRange))]
})

const AT = 1_750_000_000_123
const entering = (entryUid: string, { venue = false } = {}) => ({
  entryUid,
  at: AT,
  code: `code of ${entryUid}`,
  group: 'A' as const,
  venue,
  isClockBelieved: true,
})
const CARD = {
  key: 'card:one',
  passType: null,
  seenId: null,
  opened: null,
  held: null,
  by: 'card',
  skewMs: null,
} as const
const LIVE = { ...CARD, key: 'pass-one', passType: 'Big3', by: 'clock', skewMs: 731 } as const

test('two pages that enter one card at the same time admit it once (G25)', async () => {
  const answers = await Promise.all(pages.map((db, at) => enterLocally(db, entering(`entry-${at}`), CARD)))
  expect(answers.map(({ verdict, reason }) => [verdict, reason]).toSorted()).toEqual([
    ['admitted', null],
    ['refused', 'used_here'],
  ])
  const [entered] = answers.filter(({ verdict }) => verdict === 'admitted')
  expect((await pages[0].entries.toArray()).map(({ entryUid }) => entryUid)).toEqual([entered?.entryUid])
})

test('two pages that read one live code at the same time admit it once, at a partner too (G25)', async () => {
  for (const venue of [false, true]) {
    const local = { ...LIVE, key: `pass-${venue}`, seenId: `code-${venue}` }
    const answers = await Promise.all(
      pages.map((db, at) => enterLocally(db, entering(`${venue}-${at}`, { venue }), local)),
    )
    expect(answers.map(({ verdict, reason }) => [verdict, reason]).toSorted()).toEqual(
      [
        [venue ? 'recorded' : 'admitted', null],
        ['refused', 'old_code'],
      ].toSorted(),
    )
  }
  expect(await pages[0].entries.count()).toBe(2)
})

test('an entry is written with its code and its pass, and counts in its group alone (G25, G27)', async () => {
  const [db] = pages
  const allowance = { A: { used: 0, total: 1 }, B: { used: 1, total: 2 } }
  await db.passes.put({ key: LIVE.key, used: null, expiresAt: AT + 7_001, allowance, heardAt: AT - 1 })
  const answer = await enterLocally(db, entering('entry-1'), {
    ...LIVE,
    seenId: 'code-1',
    opened: { epoch: 3, time: AT + 731 },
  })
  expect(answer).toMatchObject({ verdict: 'admitted', offline: true, at: AT, skewMs: 731, undoUntil: AT + UNDO_MS })
  expect(await db.entries.toArray()).toMatchObject([
    { entryUid: 'entry-1', at: AT, code: 'code of entry-1', key: LIVE.key, result: null },
  ])
  expect(await db.passes.toArray()).toEqual([
    {
      key: LIVE.key,
      used: { at: AT, entryUid: 'entry-1' },
      expiresAt: AT + 7_001,
      allowance: { A: { used: 1, total: 1 }, B: { used: 1, total: 2 } },
      heardAt: AT,
      group: 'A',
      opened: { epoch: 3, time: AT + 731 },
    },
  ])
  await storeUndo(db, 'entry-1', 'A')
  expect(await db.passes.toArray()).toMatchObject([{ used: null, allowance }])
})

test('undoing the entry that began the window deletes the window, and undoing a later one does not (G27)', async () => {
  const [db] = pages
  const heard = (entryUid: string, at: number, activatedAt: number) =>
    storeVerdict(
      db,
      LIVE.key,
      {
        entryUid,
        verdict: 'admitted',
        reason: null,
        exactReason: null,
        at,
        by: 'clock',
        skewMs: 0,
        undoUntil: at + UNDO_MS,
        pass: {
          passUid: LIVE.key,
          passType: 'Big3',
          state: 'in_use',
          holder: null,
          activatedAt,
          expiresAt: activatedAt + 86_400_007,
          allowance: { A: { used: 1, total: 1 }, B: { used: 0, total: 2 } },
          group: 'A',
          hereBefore: null,
        },
      },
      null,
    )
  await heard('entry-1', AT, AT)
  await storeUndo(db, 'entry-1', 'A')
  expect(await db.passes.toArray()).toEqual([
    expect.objectContaining({
      used: null,
      activatedAt: null,
      expiresAt: null,
      group: undefined,
      allowance: { A: { used: 0, total: 1 }, B: { used: 0, total: 2 } },
    }),
  ])
  await heard('entry-2', AT + 7_001, AT)
  await storeUndo(db, 'entry-2', 'A')
  expect(await db.passes.toArray()).toMatchObject([{ used: null, activatedAt: AT, expiresAt: AT + 86_400_007 }])
})

test('undoing an entry gives one back to its group and never counts below zero (G27)', async () => {
  const [db] = pages
  const stored = { key: LIVE.key, used: { at: AT, entryUid: 'entry-1' }, expiresAt: null, heardAt: AT }
  for (const [used, usedAfter] of [
    [2, 1],
    [1, 0],
    [0, 0],
  ] as const) {
    await db.passes.put({ ...stored, allowance: { A: { used, total: 2 }, B: { used: 3, total: 3 } } })
    await storeUndo(db, 'entry-1', 'A')
    expect((await db.passes.get(LIVE.key))?.allowance).toEqual({
      A: { used: usedAfter, total: 2 },
      B: { used: 3, total: 3 },
    })
  }
})

test('of two pages the one with the older code of a phone is refused, at a partner too (G10)', async () => {
  const [one, two] = pages
  const at = (db: GateDb, entryUid: string, epoch: number, time: number) =>
    enterLocally(db, entering(entryUid, { venue: true }), {
      ...LIVE,
      seenId: `${epoch}.${time}`,
      opened: { epoch, time },
    })
  await at(one, 'entry-1', 3, AT)
  await one.passes.update(LIVE.key, { used: null })
  expect(await at(two, 'entry-2', 3, AT - 1)).toMatchObject({ verdict: 'refused', reason: 'old_code' })
  expect(await at(two, 'entry-3', 3, AT + 1)).toMatchObject({ verdict: 'recorded' })
  expect(await one.passes.toArray()).toMatchObject([{ opened: { epoch: 3, time: AT + 1 } }])
})

test('an entry raises the known instant only by a clock that is believed (G11)', async () => {
  const [db] = pages
  await enterLocally(db, { ...entering('entry-1'), isClockBelieved: false }, CARD)
  expect(await readNotBefore(db)).toBe(null)
  await enterLocally(db, entering('entry-2'), { ...CARD, key: 'card:two' })
  expect(await readNotBefore(db)).toBe(AT)
})

test('the known instant is the latest of lists, last contact and last entry (G11)', async () => {
  const [db] = pages
  const keys = ['rules', 'contactAt', 'openedAt'] as const
  for (const latest of keys) {
    for (const key of keys) {
      const at = key === latest ? AT : AT - 1
      await db.keep(key, key === 'rules' ? ({ madeAt: at } as GateRules) : at)
    }
    expect(await readNotBefore(db), latest).toBe(AT)
  }
})

test('a clock is believed from 5 s before the known instant on, and never while it is not verified (G11)', () => {
  expect(isClockBelieved(AT - 5_001, true, AT)).toBe(false)
  expect(isClockBelieved(AT - 5_000, true, AT)).toBe(true)
  expect(isClockBelieved(AT - 5_001, true, null)).toBe(true)
  expect(isClockBelieved(AT, false, AT)).toBe(false)
})
