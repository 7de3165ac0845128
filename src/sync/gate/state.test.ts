import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { Verdict } from '#contract/calls/gate.ts'
import { HOUR_MS } from '#contract/time.ts'
import { idbOf } from '#db/idb.ts'
import { GateDb } from '#db/gate.ts'
import { enterLocally, storeUndo, storeVerdict } from './enter.ts'
import { readState } from './state.ts'

/** 00:00 in Korea. */
const MIDNIGHT = Date.UTC(2026, 10, 23, 15)
const open = () => new GateDb(idbOf(new IDBFactory(), IDBKeyRange))

const enter = (db: GateDb, nth: number, at: number) =>
  enterLocally(
    db,
    { entryUid: `entry-${nth}`, at, code: `code ${nth}`, group: 'A', venue: false, isClockBelieved: true },
    { key: `pass-${nth}`, passType: 'Big3', seenId: null, opened: null, held: null, by: 'card', skewMs: null },
  )
const refusedAsUsed = (passUid: string, hereBefore: number, at: number): Verdict => ({
  entryUid: 'refused',
  verdict: 'refused',
  reason: 'used_here',
  exactReason: null,
  at,
  by: null,
  skewMs: null,
  undoUntil: null,
  pass: {
    passUid,
    passType: 'Big3',
    state: 'in_use',
    holder: null,
    activatedAt: hereBefore,
    expiresAt: at + HOUR_MS,
    allowance: null,
    group: 'A',
    hereBefore,
  },
})

test('the entries of today are counted from midnight in Korea, without undone ones', async () => {
  const db = open()
  await enter(db, 1, MIDNIGHT - 1)
  expect(await readState(db, MIDNIGHT - 1)).toMatchObject({ enteredToday: 1 })
  await enter(db, 2, MIDNIGHT)
  await enter(db, 3, MIDNIGHT + HOUR_MS)
  expect(await readState(db, MIDNIGHT + 2 * HOUR_MS)).toMatchObject({ enteredToday: 2 })
  await storeUndo(db, 'entry-2', 'A')
  expect(await readState(db, MIDNIGHT + 2 * HOUR_MS)).toMatchObject({ enteredToday: 1 })
})

test('a pass that is refused after its entry still counts, and one that another scanner admitted does not', async () => {
  const db = open()
  await enter(db, 1, MIDNIGHT)
  await storeVerdict(db, 'pass-1', refusedAsUsed('pass-1', MIDNIGHT, MIDNIGHT + 1), null)
  await storeVerdict(db, 'pass-2', refusedAsUsed('pass-2', MIDNIGHT, MIDNIGHT + 1), null)
  expect(await readState(db, MIDNIGHT + HOUR_MS)).toMatchObject({ enteredToday: 1 })
})
