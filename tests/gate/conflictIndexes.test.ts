import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renameInConflicts } from '#server/modules/card/store.ts'
import { newestConflicts, passesInConflict } from '#server/modules/gate/store.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'

/** Rows of conflicts are never dropped: no query reads all of them while visitors wait. */

const CONFLICT_COUNT = 5_000
const uuidOf = (nth: number): string => {
  const digits = createHash('md5').update(`p${nth}`).digest('hex')
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  )
}

describe.each(drawnEngines())('with many conflicts, on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
    const { db } = app.deps
    const each = sql`generate_series(1, ${CONFLICT_COUNT}::int) nth`
    await db.execute(sql`
      insert into gate (gate_uid, place_kind, place_uid, credential_hash, enrolled_at, contact_at)
      values (gen_random_uuid(), 'attraction', 'busan-tower', 'hash', 0, 0)`)
    await db.execute(sql`
      insert into printed_card (number_hash, last_four, qr_hash, qr_sealed, gds_uid, state, pass_uid)
      select 'n' || nth, '0000', 'q' || nth, 'sealed', 'pass-48h', 'live', md5('p' || nth)::uuid from ${each}`)
    // Odd ones name a card, by its QR code or its number, and even ones a pass.
    await db.execute(sql`
      insert into gate_conflict (gate_uid, entry_uid, reason, pass_uid, entry, uploaded_at)
      select gate_uid, md5('e' || nth)::uuid, 'stale', case when nth % 2 = 0 then md5('p' || nth)::uuid end,
        jsonb_build_object('at', nth, 'code', case nth % 4 when 1 then 'card:q' when 3 then 'card:n' else 'HP' end || nth),
        nth
      from gate, ${each}`)
    await db.execute(sql`analyze gate_conflict`)
    await db.execute(sql`analyze printed_card`)
  })
  afterAll(() => app.close())

  /** Returns how often all conflicts are read while `work` runs. */
  const wholeReads = async (work: () => PromiseLike<unknown>): Promise<number> => {
    const read = () =>
      app.deps.db.transaction(async (tx) => {
        await tx.execute(sql`select pg_stat_force_next_flush()`)
        const { rows } = await tx.execute<{ n: number }>(
          sql`select seq_scan::int as n from pg_stat_user_tables where relname = 'gate_conflict'`,
        )
        return rows[0]?.n ?? NaN
      })
    await read()
    const before = await read()
    await work()
    await read()
    return (await read()) - before
  }

  test('the reading of all conflicts is noticed', async () => {
    expect(await wholeReads(() => app.deps.db.execute(sql`select count(entry) from gate_conflict`))).toBe(1)
  })

  test('the newest are found by an index', async () => {
    const { db } = app.deps
    expect(await wholeReads(() => newestConflicts(db, 200))).toBe(0)
    expect((await newestConflicts(db, 3)).map(({ uploadedAt, cardNum }) => [uploadedAt, cardNum])).toEqual([
      [CONFLICT_COUNT, null],
      [CONFLICT_COUNT - 1, '0000'],
      [CONFLICT_COUNT - 2, null],
    ])
  })

  test('those of passes are found by an index, also by the cards of the passes', async () => {
    const { db } = app.deps
    const passUids = [1, 2, 3, 4].map(uuidOf)
    expect(await wholeReads(() => passesInConflict(db, passUids))).toBe(0)
    const unknown = uuidOf(CONFLICT_COUNT + 1)
    expect((await passesInConflict(db, [...passUids, unknown])).toSorted()).toEqual(passUids.toSorted())
    expect(await passesInConflict(db, [unknown])).toEqual([])
  })

  test('those of a card are named anew by an index', async () => {
    const { db } = app.deps
    const rename = () => db.transaction((tx) => renameInConflicts(tx, [{ former: 'q1', next: 'q1-next' }]))
    expect(await wholeReads(rename)).toBe(0)
    const { rows } = await db.execute(
      sql`select uploaded_at from gate_conflict where entry ->> 'code' = 'card:q1-next'`,
    )
    expect(rows).toHaveLength(1)
  })
})
