import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps, Job } from '#server/deps.ts'
import * as store from './store.ts'

/**
 * A job queue in the database: a job is inserted in the transaction of its cause, and leased by the first process that
 * finds it due.
 *
 *     schedule → waiting ─ due, taken ─→ leased ─ succeeded ──→ done (its key stays for `KEEP_MS`)
 *                   ↑                      │  └── run again ──→ waiting
 *                   └── failed: backoff; the process died: the lease expires
 */

export interface NewJob {
  /** One of the kinds that a module handles in its `JOB_KINDS`. */
  kind: string
  /** Unique: scheduling a key that exists is a no-op, whether its job waits or is done. */
  key: string
  /** ms UTC. */
  dueAt: number
  /**
   * `clock()` when `dueAt` is a delay from now, omitted when it is a fixed instant. Only delays end early when the
   * clock proves to have run ahead.
   */
  waitsSince?: number
  /**
   * Ids and numbers only: personal data stays in the tables of its module. `lane`: a process runs one job of a lane at
   * a time, so that a slow one delays no other lane.
   */
  args?: Record<string, string | number>
}

/** A job as its handler sees it. `tries` counts from 1 since its last success. */
export type LeasedJob = Pick<store.Row, 'key' | 'args' | 'tries'>

/** When to run again, ms UTC; undefined: the job is done. */
type NextRun = Promise<number | void>

/** The handler of one kind of job. Create it with `databaseJob`, `externalJob` or `recurringJob`. */
export type JobKind = { kind: string } & (
  | { inside: (tx: Tx, job: LeasedJob, deps: Deps) => NextRun }
  | { outside: (deps: Deps, job: LeasedJob) => NextRun }
  | { everyMs: number; run: (deps: Deps) => Promise<unknown> }
)

/**
 * Creates a kind whose effect is in the database. It commits together with the job's completion, so it happens exactly
 * once. `run` may await `tx` only.
 */
export const databaseJob = (kind: string, run: (tx: Tx, job: LeasedJob, deps: Deps) => NextRun): JobKind => ({
  kind,
  inside: run,
})

/**
 * Creates a kind whose effect is outside (push, gateway). It runs at least once: the service must deduplicate by the
 * key, in case the process dies during it.
 */
export const externalJob = (kind: string, run: (deps: Deps, job: LeasedJob) => NextRun): JobKind => ({
  kind,
  outside: run,
})

/** Creates a kind that runs every `everyMs`, in one process at a time (deleting old rows, polling). */
export const recurringJob = (kind: string, everyMs: number, run: (deps: Deps) => Promise<unknown>): JobKind => ({
  kind,
  everyMs,
  run,
})

/** Inserts jobs in the transaction of their cause. No-op for keys that exist. */
export const schedule = (tx: Tx, ...jobs: readonly NewJob[]): Promise<void> =>
  store.insert(
    tx,
    jobs.map(({ kind, key, dueAt, waitsSince = null, args = {} }) => ({
      kind,
      key,
      dueAt,
      waitsSince,
      args,
      writtenAt: dueAt,
    })),
  )

/** Deletes a job that is not done; returns whether there was one. A done job keeps its key. */
export const unschedule = (tx: Tx, key: string): Promise<boolean> => store.remove(tx, key)

/** How long a job is leased: longer than any handler may take. */
const LEASE_MS = 60_000
const LANES = 4
const BACKOFF_MIN_MS = 5_000
const BACKOFF_MAX_MS = 15 * MINUTE_MS
/** Least delay before a job runs again: one that is due at once would keep `drain` from returning. */
const PAUSE_MS = 1_000
/** How often a process polls for due jobs. */
const LOOK_MS = 1_000
/** How long the key of a done job is kept, so that the same job is not scheduled a second time. */
const KEEP_MS = 45 * DAY_MS

const backoff = (tries: number): number => Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(tries - 1, 10))

/** Thrown to roll the effect back: the lease has expired and another process has taken the job, or it was deleted. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const nextRunOf = (nextRunAt: number | void, now: number): number | null =>
  typeof nextRunAt === 'number' ? Math.max(nextRunAt, now + PAUSE_MS) : null

const perform = async (deps: Deps, kind: JobKind, row: store.Row): Promise<void> => {
  const { db, clock } = deps
  if ('inside' in kind) {
    await db.transaction(async (tx) => {
      const nextRunAt = await kind.inside(tx, row, deps)
      // Last, for the lock order: other transactions lock a job's row after the rows that it is about.
      if (!(await store.finish(tx, row, clock(), nextRunOf(nextRunAt, clock())))) throw new LeaseLost()
    })
    return
  }
  const nextRunAt = 'outside' in kind ? await kind.outside(deps, row) : (await kind.run(deps), clock() + kind.everyMs)
  await store.finish(db, row, clock(), nextRunOf(nextRunAt, clock()))
}

const attempt = async (deps: Deps, kind: JobKind, row: store.Row): Promise<void> => {
  try {
    await perform(deps, kind, row)
  } catch (error) {
    if (error instanceof LeaseLost) return
    // Log no message: that of a failed query contains its parameters.
    deps.log.warn(
      { job: row.kind, tries: row.tries, type: error instanceof Error ? error.name : typeof error },
      'a job failed',
    )
    const now = deps.clock()
    await store.postpone(deps.db, row, now, now + backoff(row.tries))
  }
}

/** Resolves when one of `works` settles, or after `ms` if given. */
const untilOneEnds = async (works: Iterable<Promise<void>>, ms: number | undefined): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = ms === undefined ? [] : [new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]
  await Promise.race([...works, ...deadline])
  clearTimeout(timer)
}

/**
 * Runs the due jobs of these kinds, `LANES` at a time and one per `args.lane`, until none is due or `stop` aborts;
 * returns how many it started. `lookMs`: polls for newly due jobs that often while jobs run.
 */
const drain = async (
  deps: Deps,
  kinds: readonly JobKind[],
  { stop, lookMs }: { stop?: AbortSignal; lookMs?: number } = {},
): Promise<number> => {
  const known = new Map(kinds.map((kind) => [kind.kind, kind]))
  const running = new Set<Promise<void>>()
  const busy = new Set<string>()
  let done = 0
  const begin = (kind: JobKind, row: store.Row): void => {
    const lane = store.laneOf(row)
    if (lane !== null) busy.add(lane)
    done += 1
    const work = attempt(deps, kind, row).finally(() => {
      if (lane !== null) busy.delete(lane)
      running.delete(work)
    })
    running.add(work)
  }
  for (;;) {
    while (running.size < LANES && !stop?.aborted) {
      const now = deps.clock()
      const row = await store.take(deps.db, { kinds: [...known.keys()], now, until: now + LEASE_MS, busy: [...busy] })
      const kind = row && known.get(row.kind)
      if (!kind) break
      begin(kind, row)
    }
    if (running.size === 0) return done
    await untilOneEnds(running, stop?.aborted ? undefined : lookMs)
  }
}

/**
 * Splits kinds into independent loops: database kinds share one, and each outside kind, which may hang, has its own.
 */
const groupsOf = (kinds: readonly JobKind[]): JobKind[][] => [
  kinds.filter((kind) => !('outside' in kind)),
  ...kinds.filter((kind) => 'outside' in kind).map((kind) => [kind]),
]

/**
 * Runs all due jobs, including those that they schedule, until none is due. Jobs of unknown kinds wait for a server
 * that knows them. Several processes may run it concurrently.
 */
export const runJobs = async (deps: Deps, kinds: readonly JobKind[]): Promise<void> => {
  await endWaitsAhead(deps)
  for (let done = 1; done > 0;) {
    done = 0
    for (const group of groupsOf(kinds)) done += await drain(deps, group)
  }
}

/**
 * Ends delays that a clock wrote while it ran ahead: after its correction they would last too long by as much as it had
 * been ahead. A job that is running may be taken too; its first handler then loses the lease.
 */
const endWaitsAhead = ({ db, clock }: Deps): Promise<void> => store.endWaits(db, clock(), clock() + LEASE_MS)

/** Inserts the one row of each recurring kind. */
const sow = async (db: Database, kinds: readonly JobKind[], now: number): Promise<void> => {
  for (const kind of kinds)
    if ('everyMs' in kind)
      await store.insert(db, [
        { kind: kind.kind, key: `every:${kind.kind}`, args: {}, dueAt: now, waitsSince: now, writtenAt: now },
      ])
}

/** Creates the job loops of one process. A push service that hangs delays neither database jobs nor gateway jobs. */
export const jobLoops = (kinds: readonly JobKind[]): Job[] => {
  const sown = new WeakSet<Deps>()
  return groupsOf(kinds).map((group, nth) => ({
    name: nth === 0 ? 'jobs' : `jobs-${group[0]?.kind}`,
    everyMs: LOOK_MS,
    run: async (deps, stop) => {
      if (nth === 0 && !sown.has(deps)) {
        await sow(deps.db, group, deps.clock())
        sown.add(deps)
      }
      if (nth === 0) await endWaitsAhead(deps)
      await drain(deps, group, { stop, lookMs: LOOK_MS })
    },
  }))
}

export const JOB_KINDS: readonly JobKind[] = [
  recurringJob('jobs-forget', HOUR_MS, ({ db, clock }) => store.forgetDone(db, clock() - KEEP_MS)),
]
