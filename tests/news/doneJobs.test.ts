import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Database } from '#server/db/connect.ts'
import { job } from '#server/db/schema/job.ts'
import { JOB_KINDS } from '#server/modules/index.ts'
import { BRIEF_KEEP_MS, BRIEF_KINDS, KEEP_MS, runJobs, schedule } from '#server/modules/job/service.ts'
import { MAIL_WORTH_MS } from '#server/outside/mail/mail.ts'
import { MAIL_JOB } from '#server/outside/mail/store.ts'
import { drawnEngines } from '../harness/engines.ts'
import { mailsTo } from '../harness/factories.ts'
import { openShop, type Shop } from '../payment/shop.ts'

interface Plan {
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
/** Returns how many entries of the index `job_done` a plan has read whose rows it did not take. */
const skippedRows = (plan: Plan): number =>
  (plan['Index Name'] === 'job_done' ? (plan['Rows Removed by Filter'] ?? 0) : 0) +
  (plan.Plans ?? []).reduce((sum, child) => sum + skippedRows(child), 0)

/** How long done jobs keep their keys, and that nothing happens twice when they are gone (decision 0350). */

test('each kind whose keys are kept briefly exists', () => {
  const kinds = [...JOB_KINDS.map(({ kind }) => kind), MAIL_JOB]
  expect(BRIEF_KINDS.filter((kind) => !kinds.includes(kind))).toEqual([])
})

test('the key of a mail is kept until no mail of its event is worth sending', () => {
  expect(BRIEF_KEEP_MS).toBeGreaterThan(MAIL_WORTH_MS)
})

describe.each(drawnEngines())('done jobs on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const forgetting = JOB_KINDS.filter(({ kind }) => kind === 'jobs-forget')
  const forget = async (db: Database = shop.deps.db): Promise<void> => {
    for (const kind of forgetting) if ('everyMs' in kind) await kind.run({ ...shop.deps, db })
  }
  const rowOf = (key: string, kind: string, doneAt: number | null) => ({
    key,
    kind,
    args: {},
    writtenAt: 0,
    dueAt: doneAt === null ? 0 : null,
    waitsSince: null,
    doneAt,
  })

  test('are deleted after 45 days, and after 8 days where each purchase makes one', async () => {
    const { db } = shop.deps
    const now = shop.clock()
    const rows = [
      rowOf('brief, in time', 'payment', now - BRIEF_KEEP_MS + HOUR_MS),
      rowOf('brief, too old', 'payment', now - BRIEF_KEEP_MS - HOUR_MS),
      rowOf('brief, not done', 'payment', null),
      rowOf('long, in time', 'stands', now - KEEP_MS + HOUR_MS),
      rowOf('long, too old', 'stands', now - KEEP_MS - HOUR_MS),
      // More than one statement deletes.
      ...Array.from({ length: 2_500 }, (_, nth) => rowOf(`many ${nth}`, 'push', now - BRIEF_KEEP_MS - HOUR_MS)),
    ]
    const keys = rows.map(({ key }) => key)
    await db.insert(job).values(rows)
    await forget()
    const remaining = await db.select({ key: job.key }).from(job).where(inArray(job.key, keys))
    expect(remaining.map(({ key }) => key).toSorted()).toEqual(['brief, in time', 'brief, not done', 'long, in time'])
    await db.delete(job).where(inArray(job.key, keys))
  })

  test('are deleted in batches, none of which reads the older jobs of other kinds again', async () => {
    const { db } = shop.deps
    const { $client: pool } = db as Database & { $client: Pool }
    const now = shop.clock()
    const STAYING = 300
    const rows = [
      ...Array.from({ length: STAYING }, (_, nth) => rowOf(`staying ${nth}`, 'stands', now - BRIEF_KEEP_MS - DAY_MS)),
      ...Array.from({ length: 2_500 }, (_, nth) => rowOf(`many ${nth}`, 'push', now - BRIEF_KEEP_MS - HOUR_MS + nth)),
    ]
    await db.insert(job).values(rows)
    const statements: { text: string; values: unknown[] }[] = []
    const logQuery = (text: string, values: unknown[]): void => {
      statements.push({ text, values })
    }
    await forget(drizzle(pool, { logger: { logQuery } }))
    expect(await db.$count(job, eq(job.kind, 'push'))).toBe(0)
    expect(await db.$count(job, eq(job.kind, 'stands'))).toBe(STAYING)

    // Run once more on what stayed, each statement tells how many rows its range has in vain.
    const client = await pool.connect()
    let skipped = 0
    try {
      await client.query('begin')
      // As on a large table.
      await client.query('set local enable_seqscan = off')
      await client.query('set local enable_bitmapscan = off')
      for (const { text, values } of statements) {
        const explained = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          `explain (analyze, format json) ${text}`,
          values,
        )
        skipped += explained.rows[0]?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + skippedRows(Plan), 0) ?? 0
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(statements).toHaveLength(4)
    expect(skipped).toBe(STAYING)
    await db.delete(job).where(eq(job.kind, 'stands'))
  })

  test('of a purchase are gone after eight days, and no repetition of their cause sends its receipt again', async () => {
    const { db, mail } = shop.deps
    const buyer = await shop.member()
    const { ordUid } = await shop.placeAndPress(buyer.accessToken, 'approve')
    await shop.returnFromPayment(ordUid)
    const receipts = async () => {
      await runJobs(shop.deps, JOB_KINDS)
      await mail.deliver()
      return (await mailsTo(shop, buyer.email)).filter((text) => /filename=.*\.pdf/i.test(text)).length
    }
    expect(await receipts()).toBe(1)
    const key = `order-receipt:${ordUid}`
    const repeatCause = () =>
      db.transaction((tx) => schedule(tx, { kind: 'order-receipt', key, dueAt: shop.clock(), args: { ordUid } }))
    await repeatCause()
    expect(await receipts()).toBe(1)

    shop.advance(BRIEF_KEEP_MS + DAY_MS)
    await forget()
    const doneRows = await db
      .select()
      .from(job)
      .where(and(inArray(job.kind, BRIEF_KINDS), isNotNull(job.doneAt)))
    expect(doneRows).toEqual([])
    await repeatCause()
    expect(await receipts()).toBe(1)
    expect(
      await db
        .select({ dueAt: job.dueAt })
        .from(job)
        .where(eq(job.key, `mail:order-paid:${ordUid}`)),
    ).toEqual([{ dueAt: null }])
  })
})
