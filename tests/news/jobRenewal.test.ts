import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { job as jobTable } from '#server/db/schema/job.ts'
import { recurringJob, runJobs, schedule, type JobKind } from '#server/modules/job/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'

/** Recurring work renews its lease while it runs: deletions of a large database take longer than one lease. */

const LEASE_MS = MINUTE_MS
const RENEWAL_MS = 20 * SECOND_MS
const KEY = 'every:slow'

describe.each(drawnEngines())('recurring work that takes longer than its lease, on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())
  afterEach(async () => {
    vi.useRealTimers()
    await app.deps.db.delete(jobTable)
  })

  const rowOfJob = async () => (await app.deps.db.select().from(jobTable).where(eq(jobTable.key, KEY)))[0]
  /** Runs `work` as a recurring job whose timers the test advances. */
  const runSlow = async (work: (kind: JobKind) => Promise<void>): Promise<void> => {
    await app.deps.db.transaction((tx) => schedule(tx, { kind: 'slow', key: KEY, dueAt: now }))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const kind: JobKind = recurringJob('slow', DAY_MS, () => work(kind))
    await runJobs(app.deps, [kind])
  }
  const passTime = (ms: number): void => {
    now += ms
    vi.advanceTimersByTime(ms)
  }

  test('is taken by no other process, and is next due after its interval', async () => {
    let runs = 0
    await runSlow(async (kind) => {
      runs += 1
      // A second run would start a third one.
      if (runs > 1) return
      for (let nth = 0; nth < 6; nth += 1) {
        passTime(RENEWAL_MS)
        await expect.poll(async () => (await rowOfJob())?.dueAt).toBe(now + LEASE_MS)
        await runJobs(app.deps, [kind])
      }
    })
    expect(runs).toBe(1)
    expect(await rowOfJob()).toMatchObject({ dueAt: now + DAY_MS, lease: 1, tries: 0 })
  })

  test('stops renewing when it fails, and is tried again after a delay', async () => {
    await runSlow(() => {
      expect(vi.getTimerCount()).toBe(1)
      passTime(RENEWAL_MS)
      return Promise.reject(new Error('the database was away'))
    })
    expect(vi.getTimerCount()).toBe(0)
    expect(await rowOfJob()).toMatchObject({ dueAt: now + 5 * SECOND_MS, lease: 1, tries: 1 })
  })

  test('does not renew the lease of the process that has taken the job from it', async () => {
    let until = 0
    await runSlow(async () => {
      // As `take` of the other process writes it. With an expired lease, this process would take the job too.
      until = now + 5 * LEASE_MS
      await app.deps.db.update(jobTable).set({ dueAt: until, lease: 2, tries: 2 }).where(eq(jobTable.key, KEY))
      passTime(RENEWAL_MS)
      await expect.poll(() => vi.getTimerCount()).toBe(0)
    })
    expect(await rowOfJob()).toMatchObject({ dueAt: until, lease: 2, tries: 2 })
  })
})

/** On PostgreSQL alone: the embedded engine runs one statement at a time. */
describe('a renewal that is under way when recurring work ends, on postgres', () => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres', clock: () => now })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => app.close())

  /** Makes the next update of a job, and no later one, slow before it locks its row. */
  const slowOneUpdate = async (): Promise<void> => {
    const statements = [
      'create sequence job_update',
      `create function slow_first() returns trigger language plpgsql as
       $$ begin if nextval('job_update') = 1 then perform pg_sleep(0.5); end if; return null; end $$`,
      'create trigger slow_first before update on job for each statement execute function slow_first()',
    ]
    for (const statement of statements) await app.deps.db.execute(sql.raw(statement))
  }
  const runningUpdates = async (): Promise<number> => {
    const { rows } = await app.deps.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'active' and query like 'update "job"%'`,
    )
    return rows[0]?.n ?? 0
  }

  test('does not make it due before its interval', async () => {
    await app.deps.db.transaction((tx) => schedule(tx, { kind: 'slow', key: KEY, dueAt: now }))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const slow = recurringJob('slow', DAY_MS, async () => {
      await slowOneUpdate()
      now += RENEWAL_MS
      vi.advanceTimersByTime(RENEWAL_MS)
      await expect.poll(runningUpdates).toBe(1)
    })
    await runJobs(app.deps, [slow])
    await expect.poll(runningUpdates).toBe(0)
    expect(await app.deps.db.select().from(jobTable).where(eq(jobTable.key, KEY))).toMatchObject([
      { dueAt: now + DAY_MS, lease: 1 },
    ])
  })
})
