import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { connect, type Connected } from '#server/db/connect.ts'
import { job as jobTable } from '#server/db/schema/job.ts'
import type { Deps } from '#server/deps.ts'
import { startLoops } from '#server/loops.ts'
import {
  databaseJob,
  jobLoops,
  externalJob,
  recurringJob,
  runJobs,
  schedule,
  scheduleAgain,
  unschedule,
  type JobKind,
} from '#server/modules/job/service.ts'
import { take } from '#server/modules/job/store.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'

/** The table in which a job records its effect. */
const MARKS = 'create table mark (name text not null)'
const mark = (name: string) => sql`insert into mark values (${name})`
const marksOf = async ({ db }: Deps): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(sql`select name from mark`)
  return rows.map(({ name }) => name).toSorted()
}
const marking = databaseJob('marking', async (tx, { key }) => void (await tx.execute(mark(key))))

describe.each(drawnEngines())('jobs on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
    await app.deps.db.execute(sql.raw(MARKS))
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await app.deps.db.delete(jobTable)
    await app.deps.db.execute(sql`delete from mark`)
  })

  const plan = (key: string, kind: string, inMs = 0) =>
    app.deps.db.transaction((tx) => schedule(tx, { kind, key, dueAt: now + inMs }))
  const run = (...kinds: JobKind[]) => runJobs(app.deps, kinds)

  test('a job scheduled in a transaction that rolls back is never run', async () => {
    const failing = app.deps.db.transaction(async (tx) => {
      await schedule(tx, { kind: 'marking', key: 'a', dueAt: now })
      throw new Error('the cause did not happen')
    })
    await expect(failing).rejects.toThrow('did not happen')
    await run(marking)
    expect(await marksOf(app.deps)).toEqual([])
  })

  test('a job waits for its time and runs once, and its key prevents a second run', async () => {
    await plan('later', 'marking', MINUTE_MS)
    await run(marking)
    expect(await marksOf(app.deps)).toEqual([])
    now += MINUTE_MS
    await plan('later', 'marking')
    await run(marking)
    await run(marking)
    await plan('later', 'marking')
    await run(marking)
    expect(await marksOf(app.deps)).toEqual(['later'])
  })

  test('a job that is scheduled again while it runs or after it was done runs again', async () => {
    let runs = 0
    const planAgain = (inMs: number) =>
      app.deps.db.transaction((tx) => scheduleAgain(tx, { kind: 'again', key: 'one', dueAt: now + inMs }))
    const kind = externalJob('again', async () => {
      runs += 1
      if (runs === 1) await planAgain(MINUTE_MS)
    })
    await plan('one', 'again')
    const runsAfterwards = () => run(kind).then(() => runs)
    expect(await runsAfterwards()).toBe(1)
    now += MINUTE_MS
    expect(await runsAfterwards()).toBe(2)
    // The key of a job that was done prevents another run, unless it is scheduled again.
    await plan('one', 'again')
    expect(await runsAfterwards()).toBe(2)
    await planAgain(0)
    expect(await runsAfterwards()).toBe(3)
  })

  test('a waiting job can be unscheduled, a finished one cannot', async () => {
    await plan('back', 'marking', MINUTE_MS)
    expect(await app.deps.db.transaction((tx) => unschedule(tx, 'back'))).toBe(true)
    now += MINUTE_MS
    await run(marking)
    expect(await marksOf(app.deps)).toEqual([])
    await plan('back', 'marking')
    await run(marking)
    expect(await app.deps.db.transaction((tx) => unschedule(tx, 'back'))).toBe(false)
    expect(await marksOf(app.deps)).toEqual(['back'])
  })

  test('a failed job has no effect, holds up no other, and is retried with growing delays', async () => {
    const tries: number[] = []
    const failing = databaseJob('failing', async (tx, { tries: nth }) => {
      await tx.execute(mark('half'))
      tries.push(nth)
      if (nth < 3) throw new Error('not yet')
    })
    await plan('f', 'failing')
    await plan('m', 'marking')
    await run(failing, marking)
    expect(await marksOf(app.deps)).toEqual(['m'])
    now += 4_999
    await run(failing)
    expect(tries).toEqual([1])
    now += 1
    await run(failing)
    now += 9_999
    await run(failing)
    expect(tries).toEqual([1, 2])
    now += 1
    await run(failing)
    expect(tries).toEqual([1, 2, 3])
    expect(await marksOf(app.deps)).toEqual(['half', 'm'])
  })

  test('a job that returns a time runs again then, with its tries reset', async () => {
    const counts: number[] = []
    const polling = externalJob('polling', async (_deps, { tries }) => {
      counts.push(tries)
      return counts.length < 3 ? now + MINUTE_MS : undefined
    })
    await plan('p', 'polling')
    for (let turn = 0; turn < 5; turn += 1) {
      await run(polling)
      await run(polling)
      now += MINUTE_MS
    }
    expect(counts).toEqual([1, 1, 1])
  })

  test('a job of a kind that this server does not know waits for a server that does', async () => {
    await plan('k', 'marking')
    await run(externalJob('another', async () => undefined))
    expect(await marksOf(app.deps)).toEqual([])
    await run(marking)
    expect(await marksOf(app.deps)).toEqual(['k'])
  })

  test('a job whose process died is taken again when its lease has expired', async () => {
    await plan('orphan', 'marking')
    expect((await take(app.deps.db, { kinds: ['marking'], now, until: now + MINUTE_MS }))?.key).toBe('orphan')
    await run(marking)
    expect(await marksOf(app.deps)).toEqual([])
    now += MINUTE_MS
    await run(marking)
    expect(await marksOf(app.deps)).toEqual(['orphan'])
  })

  test('recurring work has one row for all processes and keeps its interval', async () => {
    let runs = 0
    const start = () => jobLoops([recurringJob('looking', MINUTE_MS, async () => void (runs += 1))])
    const [loop, otherLoop] = [...start(), ...start()]
    const { signal } = new AbortController()
    for (const one of [loop, otherLoop, loop]) await one?.run(app.deps, signal)
    expect(runs).toBe(1)
    now += MINUTE_MS
    for (const one of [otherLoop, loop]) await one?.run(app.deps, signal)
    expect(runs).toBe(2)
    expect(await app.deps.db.select().from(jobTable)).toHaveLength(1)
  })

  test('a job that waits for an outside service holds up neither database jobs nor other services', async () => {
    let free: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => {
      free = resolve
    })
    const hangs = externalJob('hangs', () => hanging)
    const answers = externalJob('answers', async ({ db }, { key }) => void (await db.execute(mark(key))))
    for (let nth = 0; nth < 20; nth += 1) await plan(`h${nth}`, 'hangs')
    await plan('m', 'marking')
    await plan('o', 'answers')
    const { signal } = new AbortController()
    const turns = jobLoops([hangs, marking, answers]).map(({ name, run: turn }) => ({
      name,
      turn: turn(app.deps, signal),
    }))
    await Promise.all(turns.filter(({ name }) => name !== 'jobs-hangs').map(({ turn }) => turn))
    expect(await marksOf(app.deps)).toEqual(['m', 'o'])
    free()
    await Promise.all(turns.map(({ turn }) => turn))
  })

  test('a stop finishes the jobs that have begun and begins no other', async () => {
    const startedJobs: string[] = []
    let goOn: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let started: () => void = () => undefined
    const isUnderWay = new Promise<void>((resolve) => {
      started = resolve
    })
    const slow = externalJob('slow', async (_deps, { key }) => {
      startedJobs.push(key)
      started()
      await held
    })
    for (let nth = 0; nth < 20; nth += 1) await plan(`s${nth}`, 'slow')
    const loops = jobLoops([slow]).map((loop) => ({ ...loop, everyMs: 0 }))
    const stop = startLoops(loops, app.deps)
    await isUnderWay
    const stopped = stop()
    goOn()
    await stopped
    const rows = await app.deps.db.select().from(jobTable)
    expect(
      rows
        .filter(({ doneAt }) => doneAt !== null)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(startedJobs.toSorted())
    expect(startedJobs.length).toBeLessThan(20)
    expect(rows.filter(({ lease }) => lease > 0)).toHaveLength(startedJobs.length)
  })
})

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('two processes on postgres', () => {
  let app: App
  let second: Connected
  let one: Deps
  let two: Deps
  let now = Date.UTC(2026, 10, 21, 3)
  beforeEach(async () => {
    app = await openApp({ engine: 'postgres', clock: () => now })
    second = await connect(app.deps.config, pino({ level: 'silent' }))
    one = app.deps
    two = { ...app.deps, db: second.db }
    await one.db.execute(sql.raw(MARKS))
  })
  afterEach(async () => {
    await second.close()
    await app.close()
  })

  const JOBS = Number(process.env.JOB_COUNT ?? 120)
  const keys = Array.from({ length: JOBS }, (_, nth) => `job-${String(nth).padStart(5, '0')}`)
  const plan = (kind: string, which: readonly string[]) =>
    one.db.transaction(async (tx) => {
      for (const key of which) await schedule(tx, { kind, key, dueAt: now })
    })
  const both = (kind: JobKind) => Promise.all([one, two, one, two].map((deps) => runJobs(deps, [kind])))
  /** A job that takes 2 ms, so that the processes take jobs at the same time. */
  const counting = (executedKeys: string[]) =>
    externalJob('counting', async ({ db }, { key }) => {
      executedKeys.push(key)
      await db.execute(sql`select pg_sleep(0.002)`)
    })

  test('each job runs exactly once', async () => {
    await plan('counting', keys)
    const executedKeys: string[] = []
    await both(counting(executedKeys))
    expect(executedKeys.toSorted()).toEqual(keys)
    await plan(
      'marking',
      keys.map((key) => `m-${key}`),
    )
    await both(marking)
    expect(await marksOf(one)).toEqual(keys.map((key) => `m-${key}`))
  })

  test('twin: without a lease jobs run more than once', async () => {
    await one.db.execute(
      sql.raw(
        `create function unleased() returns trigger language plpgsql as
         $$ begin if new.due_at is not null then new.due_at := old.due_at; end if; return new; end $$`,
      ),
    )
    await one.db.execute(
      sql.raw('create trigger unleased before update on job for each row execute function unleased()'),
    )
    const some = keys.slice(0, 120)
    await plan('counting', some)
    const executedKeys: string[] = []
    await both(counting(executedKeys))
    expect(executedKeys.length).toBeGreaterThan(some.length)
  })

  /** The first process takes so long that its lease expires; meanwhile the second process runs the job. */
  const overtake = async (): Promise<string[]> => {
    await plan('slow', ['overtaken'])
    let nth = 0
    const slow: JobKind = databaseJob('slow', async (tx) => {
      nth += 1
      const isFirst = nth === 1
      if (isFirst) {
        now += 2 * MINUTE_MS
        await runJobs(two, [slow])
      }
      await tx.execute(mark(isFirst ? 'first' : 'second'))
      return now + 60 * MINUTE_MS
    })
    await runJobs(one, [slow])
    return marksOf(one)
  }

  test('a job whose lease expired rolls back its effect', async () => {
    expect(await overtake()).toEqual(['second'])
  })

  test('twin: when all leases of a job have one number, it has its effect twice', async () => {
    await one.db.execute(
      sql.raw(
        `create function alike() returns trigger language plpgsql as $$ begin new.lease := old.lease; return new; end $$`,
      ),
    )
    await one.db.execute(sql.raw('create trigger alike before update on job for each row execute function alike()'))
    expect(await overtake()).toEqual(['first', 'second'])
  })
})
