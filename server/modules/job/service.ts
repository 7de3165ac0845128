import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps, Job } from '#server/deps.ts'
import * as store from './store.ts'

/**
 * Work for later, as rows: written in the transaction of its cause, taken by whichever process comes first.
 *
 *     schedule → waiting ─ due, taken ─→ leased ─ went well ─→ done (its key stays for `KEEP_MS`)
 *                   ↑                      │  └── `again` ────→ waiting
 *                   └── failed: backs off; the process died: the lease runs out
 */

export interface NewJob {
  /** One of the kinds that a module handles in its `JOB_KINDS`. */
  kind: string
  /** One key, one job: scheduled again it stays as it was, waiting or done. */
  key: string
  /** ms UTC. */
  dueAt: number
  /**
   * `clock()` where `dueAt` is a wait from then on, and not an appointment. Only a wait ends early when that clock is
   * found to have run ahead.
   */
  waitsSince?: number
  /**
   * Ids and numbers only: names and words stay in the tables of their module. `lane`: a process runs one job of a lane at
   * a time, so that a slow one delays no other lane.
   */
  args?: Record<string, string | number>
}

/** A job as its handler sees it. `tries` counts from 1 since it last went well. */
export type Taken = Pick<store.Row, 'key' | 'args' | 'tries'>

/** When to come again, ms UTC; nothing: done. */
type Again = Promise<number | void>

/** What a module does with one kind of job. Make one with `inside`, `outside` or `recurring`. */
export type JobKind = { kind: string } & (
  | { inside: (tx: Tx, job: Taken, deps: Deps) => Again }
  | { outside: (deps: Deps, job: Taken) => Again }
  | { everyMs: number; run: (deps: Deps) => Promise<unknown> }
)

/**
 * An effect in the database: in one transaction with the job's end, so it happens once, whatever dies.
 * It awaits nothing but `tx`.
 */
export const inside = (kind: string, run: (tx: Tx, job: Taken, deps: Deps) => Again): JobKind => ({ kind, inside: run })

/** An effect elsewhere (push, gateway): once, and again if the process dies in it. The other side must know its key. */
export const outside = (kind: string, run: (deps: Deps, job: Taken) => Again): JobKind => ({ kind, outside: run })

/** Work without an end (forgetting, looking through): one process at a time, every `everyMs`. */
export const recurring = (kind: string, everyMs: number, run: (deps: Deps) => Promise<unknown>): JobKind => ({
  kind,
  everyMs,
  run,
})

/** Writes jobs in the transaction of their cause. The same key: once. */
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

/** Takes back a job that waits; true when there was one. One that is done stays done. */
export const unschedule = (tx: Tx, key: string): Promise<boolean> => store.remove(tx, key)

/** Longer than any handler may take. */
const LEASE_MS = 60_000
const LANES = 4
const BACKOFF_MIN_MS = 5_000
const BACKOFF_MAX_MS = 15 * 60_000
/** A job that is due again at once would never let its turn end. */
const PAUSE_MS = 1_000
/** How often a process looks for what is due. */
const LOOK_MS = 1_000
/** How long the key of a done job keeps it from being done again. */
const KEEP_MS = 45 * 86_400_000

const backoff = (tries: number): number => Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(tries - 1, 10))

/** Thrown to roll the effect back: another process holds the job by now. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const againOf = (again: number | void, now: number): number | null =>
  typeof again === 'number' ? Math.max(again, now + PAUSE_MS) : null

const perform = async (deps: Deps, kind: JobKind, row: store.Row): Promise<void> => {
  const { db, clock } = deps
  if ('inside' in kind) {
    await db.transaction(async (tx) => {
      const again = await kind.inside(tx, row, deps)
      // Last, as everybody else locks a job's row after what it is about.
      if (!(await store.finish(tx, row, clock(), againOf(again, clock())))) throw new LeaseLost()
    })
    return
  }
  const again = 'outside' in kind ? await kind.outside(deps, row) : (await kind.run(deps), clock() + kind.everyMs)
  await store.finish(db, row, clock(), againOf(again, clock()))
}

const attempt = async (deps: Deps, kind: JobKind, row: store.Row): Promise<void> => {
  try {
    await perform(deps, kind, row)
  } catch (error) {
    if (error instanceof LeaseLost) return
    // Messages of a failed query hold its parameters.
    deps.log.warn(
      { job: row.kind, tries: row.tries, type: error instanceof Error ? error.name : typeof error },
      'a job failed',
    )
    const now = deps.clock()
    await store.postpone(deps.db, row, now, now + backoff(row.tries))
  }
}

/** Waits until one of `works` ends, `ms` at most if given. */
const untilOneEnds = async (works: Iterable<Promise<void>>, ms: number | undefined): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = ms === undefined ? [] : [new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]
  await Promise.race([...works, ...deadline])
  clearTimeout(timer)
}

/**
 * Does what is due of these kinds, several at a time, until nothing is or `stop` says so; how many it did. Of one lane
 * (`args.lane`) one job runs at a time. `lookMs`: while jobs run, others that become due meanwhile are looked for.
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

/** Kinds that may wait for each other: those of the database, and each kind that waits for somebody outside alone. */
const groupsOf = (kinds: readonly JobKind[]): JobKind[][] => [
  kinds.filter((kind) => !('outside' in kind)),
  ...kinds.filter((kind) => 'outside' in kind).map((kind) => [kind]),
]

/**
 * Does all that is due, also what only becomes so by it. A kind that this server does not know waits for one that does.
 * Any number of processes side by side.
 */
export const runJobs = async (deps: Deps, kinds: readonly JobKind[]): Promise<void> => {
  await endWaitsAhead(deps)
  for (let done = 1; done > 0;) {
    done = 0
    for (const group of groupsOf(kinds)) done += await drain(deps, group)
  }
}

/**
 * After the clock ran ahead and was set right, what was to be tried soon would wait as long as it had run ahead. A
 * handler that is at work by then is no concern: whoever takes its job has a newer lease.
 */
const endWaitsAhead = ({ db, clock }: Deps): Promise<void> => store.endWaits(db, clock(), clock() + LEASE_MS)

/** Sees to it that each recurring kind has its one row. */
const sow = async (db: Database, kinds: readonly JobKind[], now: number): Promise<void> => {
  for (const kind of kinds)
    if ('everyMs' in kind)
      await store.insert(db, [
        { kind: kind.kind, key: `every:${kind.kind}`, args: {}, dueAt: now, waitsSince: now, writtenAt: now },
      ])
}

/** The loops of one process: a push service that hangs holds up neither the database's jobs nor the gateway's. */
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
  recurring('jobs-forget', 3_600_000, ({ db, clock }) => store.forgetDone(db, clock() - KEEP_MS)),
]
