import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps, Loop } from '#server/deps.ts'
import { deleteDone } from './forget.ts'
import * as store from './store.ts'

export { BRIEF_KEEP_MS, BRIEF_KINDS, KEEP_MS } from './forget.ts'
export { insertEach } from './store.ts'

/**
 * A job queue in the database: a job is inserted in the transaction of its cause, and leased by the first process that
 * finds it due.
 *
 *     schedule → waiting ─ due, taken ─→ leased ─ succeeded ──→ done (its key stays for `KEEP_MS` or `BRIEF_KEEP_MS`)
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
   * `clock()` when `dueAt` is a wait from now, omitted when it is an appointment. Only waits end early when the clock
   * proves to have run ahead (decision 0095).
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

/** The longest wait after a failure, ms; a function of `tries` for one that grows. */
type BackoffMax = number | ((tries: number) => number)

/** What running jobs needs by itself. */
type Runner = Pick<Deps, 'db' | 'clock' | 'log'>

/**
 * The handler of one kind of job. `Host`: the dependencies that it is given. Create it with `databaseJob`,
 * `externalJob` or `recurringJob`.
 */
export type JobKind<Host = Deps> = { kind: string } & (
  | { inside: (tx: Tx, job: LeasedJob, deps: Host) => NextRun }
  | { outside: (deps: Host, job: LeasedJob) => NextRun; backoffMaxMs: BackoffMax }
  | { everyMs: number; run: (deps: Host) => Promise<unknown> }
)

/**
 * Creates a kind whose effect is in the database. It commits together with the job's completion, so it happens exactly
 * once. `run` may await `tx` only.
 */
export const databaseJob = (kind: string, run: (tx: Tx, job: LeasedJob, deps: Deps) => NextRun): JobKind => ({
  kind,
  inside: run,
})

const BACKOFF_MIN_MS = 5_000
const BACKOFF_MAX_MS = 15 * MINUTE_MS

/**
 * Creates a kind whose effect is outside (push, gateway, mail). It runs at least once: the process may die between the
 * effect and its record, so the service outside must deduplicate by the job's key. `backoffMaxMs`: longest wait after a
 * failure.
 */
export const externalJob = <Host = Deps>(
  kind: string,
  run: (deps: Host, job: LeasedJob) => NextRun,
  backoffMaxMs: BackoffMax = BACKOFF_MAX_MS,
): JobKind<Host> => ({ kind, outside: run, backoffMaxMs })

/**
 * Creates a kind that runs every `everyMs`, in one process at a time (deleting old rows, polling). It may run longer
 * than a lease.
 */
export const recurringJob = (kind: string, everyMs: number, run: (deps: Deps) => Promise<unknown>): JobKind => ({
  kind,
  everyMs,
  run,
})

const rowOf = ({ kind, key, dueAt, waitsSince, args }: NewJob): store.New => ({
  kind,
  key,
  dueAt,
  waitsSince: waitsSince ?? null,
  args: args ?? {},
  writtenAt: dueAt,
})

/** Inserts jobs in the transaction of their cause. No-op for keys that exist. */
export const schedule = (tx: Tx, ...jobs: readonly NewJob[]): Promise<void> => store.insert(tx, jobs.map(rowOf))

/**
 * Schedules a job whether its key is new, done or being run: it becomes due at `dueAt`, unless it is due earlier. A
 * handler that is running loses its lease, so that what it read before does not end the job.
 */
export const scheduleAgain = (tx: Tx, job: NewJob): Promise<void> => store.reopen(tx, rowOf(job))

/** Deletes a job that is not done; returns whether there was one. A done job keeps its key. */
export const unschedule = (tx: Tx, key: string): Promise<boolean> => store.remove(tx, key)

/** How long a job is leased: longer than any handler may take, but for recurring work, which renews its lease. */
const LEASE_MS = 60_000
/** How often recurring work renews its lease: two renewals may fail. */
const RENEWAL_MS = LEASE_MS / 3
/** Jobs of one loop that a process runs at a time. */
const WORKERS_MAX = 4
/** Least delay before a job runs again: one that is due at once would keep `drain` from returning. */
const PAUSE_MS = 1_000
/** How often a process polls for due jobs. */
const POLL_MS = 1_000
const backoff = (tries: number, max: BackoffMax): number =>
  Math.min(typeof max === 'number' ? max : max(tries), BACKOFF_MIN_MS * 2 ** Math.min(tries - 1, 10))

/** Thrown to roll the effect back: the lease has expired and another process has taken the job, or it was deleted. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const nextRunOf = (nextRunAt: number | void, now: number): number | null =>
  typeof nextRunAt === 'number' ? Math.max(nextRunAt, now + PAUSE_MS) : null

/**
 * Runs `work` and renews the lease of its job meanwhile: the deletions of a large database take longer than one lease,
 * and would be begun by one process after the other. A process that dies renews nothing.
 */
const whileRenewed = async ({ db, clock }: Runner, row: store.Row, work: () => Promise<unknown>): Promise<void> => {
  let renewal = Promise.resolve()
  const renew = async (): Promise<void> => {
    if (!(await store.postpone(db, row, clock(), clock() + LEASE_MS))) clearInterval(timer)
  }
  // A renewal that fails is followed by another one before the lease expires.
  const timer = setInterval(() => (renewal = renewal.then(renew).catch(() => undefined)), RENEWAL_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
    // After `finish` it would make the job due too early, and after the last job the database may be closed.
    await renewal
  }
}

const perform = async <Host extends Runner>(deps: Host, kind: JobKind<Host>, row: store.Row): Promise<void> => {
  const { db, clock } = deps
  if ('inside' in kind) {
    await db.transaction(async (tx) => {
      const nextRunAt = await kind.inside(tx, row, deps)
      // Last, for the lock order: other transactions lock a job's row after the rows that it is about.
      if (!(await store.finish(tx, row, clock(), nextRunOf(nextRunAt, clock())))) throw new LeaseLost()
    })
    return
  }
  const nextRunAt =
    'outside' in kind
      ? await kind.outside(deps, row)
      : (await whileRenewed(deps, row, () => kind.run(deps)), clock() + kind.everyMs)
  await store.finish(db, row, clock(), nextRunOf(nextRunAt, clock()))
}

/** Runs a job and records its failure. Never rejects: nobody listens while the next job is being leased. */
const attempt = async <Host extends Runner>(deps: Host, kind: JobKind<Host>, row: store.Row): Promise<void> => {
  try {
    await perform(deps, kind, row)
  } catch (error) {
    if (error instanceof LeaseLost) return
    // Log no message: that of a failed query contains its parameters, and that of an SMTP server may contain an address.
    const { name: type = typeof error, code: why } = Object(error) as { name?: string; code?: unknown }
    deps.log.warn({ job: row.kind, tries: row.tries, type, why }, 'a job failed')
    const now = deps.clock()
    const backoffMaxMs = 'outside' in kind ? kind.backoffMaxMs : BACKOFF_MAX_MS
    await store
      .postpone(deps.db, row, now, now + backoff(row.tries, backoffMaxMs))
      // The database is away: the lease expires by itself.
      .catch(() => deps.log.warn({ job: row.kind, tries: row.tries }, 'a failed job could not be postponed'))
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
 * Runs the due jobs of these kinds, `WORKERS_MAX` at a time and one per `args.lane`, until none is due or `stop` aborts;
 * returns how many it started. `pollMs`: polls for newly due jobs that often while jobs run.
 */
const drain = async <Host extends Runner>(
  deps: Host,
  kinds: readonly JobKind<Host>[],
  { stop, pollMs }: { stop?: AbortSignal | undefined; pollMs?: number } = {},
): Promise<number> => {
  const kindsByName = new Map(kinds.map((kind) => [kind.kind, kind]))
  const running = new Set<Promise<void>>()
  const busy = new Set<string>()
  let jobCount = 0
  const begin = (kind: JobKind<Host>, row: store.Row): void => {
    const lane = store.laneOf(row)
    if (lane !== null) busy.add(lane)
    jobCount += 1
    const work = attempt(deps, kind, row).finally(() => {
      if (lane !== null) busy.delete(lane)
      running.delete(work)
    })
    running.add(work)
  }
  try {
    for (;;) {
      while (running.size < WORKERS_MAX && !stop?.aborted) {
        const now = deps.clock()
        const row = await store.take(deps.db, {
          kinds: [...kindsByName.keys()],
          now,
          until: now + LEASE_MS,
          busy: [...busy],
        })
        const kind = row && kindsByName.get(row.kind)
        if (!kind) break
        begin(kind, row)
      }
      if (running.size === 0) return jobCount
      await untilOneEnds(running, stop?.aborted ? undefined : pollMs)
    }
  } finally {
    // No job could be leased: the database is away. What has begun ends before the caller goes on.
    await Promise.all(running)
  }
}

/**
 * Splits kinds into independent loops: database kinds share one, and each outside kind, which may hang, has its own.
 */
const groupsOf = <Host>(kinds: readonly JobKind<Host>[]): JobKind<Host>[][] => [
  kinds.filter((kind) => !('outside' in kind)),
  ...kinds.filter((kind) => 'outside' in kind).map((kind) => [kind]),
]

/**
 * Runs all due jobs, including those that they schedule, until none is due or `stop` aborts. Jobs of unknown kinds wait
 * for a server that knows them. Several processes may run it concurrently.
 */
export const runJobs = async <Host extends Runner>(
  deps: Host,
  kinds: readonly JobKind<Host>[],
  stop?: AbortSignal,
): Promise<void> => {
  await endWaitsAhead(deps)
  for (let jobCount = 1; jobCount > 0;) {
    jobCount = 0
    for (const group of groupsOf(kinds)) jobCount += await drain(deps, group, { stop })
  }
}

/**
 * Ends waits that a clock wrote while it ran ahead: after its correction they would last too long by as much as it had
 * been ahead. A job that is running may be taken too; its first handler then loses the lease.
 */
const endWaitsAhead = ({ db, clock }: Runner): Promise<void> => store.endWaits(db, clock(), clock() + LEASE_MS)

/** Inserts the one row of each recurring kind. */
const insertRecurring = async (db: Database, kinds: readonly JobKind[], now: number): Promise<void> => {
  for (const kind of kinds)
    if ('everyMs' in kind)
      await store.insert(db, [
        { kind: kind.kind, key: `every:${kind.kind}`, args: {}, dueAt: now, waitsSince: now, writtenAt: now },
      ])
}

/** Creates the job loops of one process. A push service that hangs delays neither database jobs nor gateway jobs. */
export const jobLoops = (kinds: readonly JobKind[]): Loop[] => {
  const inserted = new WeakSet<Deps>()
  return groupsOf(kinds).map((group, nth) => ({
    name: nth === 0 ? 'jobs' : `jobs-${group[0]?.kind}`,
    everyMs: POLL_MS,
    run: async (deps, stop) => {
      if (nth === 0 && !inserted.has(deps)) {
        await insertRecurring(deps.db, group, deps.clock())
        inserted.add(deps)
      }
      if (nth === 0) await endWaitsAhead(deps)
      await drain(deps, group, { stop, pollMs: POLL_MS })
    },
  }))
}

export const JOB_KINDS: readonly JobKind[] = [recurringJob('jobs-forget', HOUR_MS, deleteDone)]
