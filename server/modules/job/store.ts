import { and, asc, eq, gt, gte, inArray, isNotNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { insertFrom } from '#server/db/insertFrom.ts'
import { prepared, preparedInsert, type Placeholders } from '#server/db/prepared.ts'
import { job } from '#server/db/schema/job.ts'

export type Row = typeof job.$inferSelect
export type New = Pick<Row, 'key' | 'kind' | 'args' | 'writtenAt' | 'dueAt' | 'waitsSince'>

/** Inserts jobs; no-op for keys that exist. */
export const insert: (tx: Database | Tx, rows: New[]) => Promise<void> = preparedInsert('job_insert', job)

const onReopening = {
  target: job.key,
  set: {
    dueAt: sql`least(${job.dueAt}, excluded.due_at)`,
    waitsSince: sql`excluded.waits_since`,
    lease: sql`${job.lease} + 1`,
    doneAt: null,
  },
}
/** Inserts a job. An existing job of this key becomes due at `dueAt`, unless it is due earlier, and loses its lease. */
export const reopen = async (tx: Database | Tx, row: New): Promise<void> => {
  await tx.insert(job).values(row).onConflictDoUpdate(onReopening)
}

/** Returns the SQL of an insert, for a `with` clause: one job for each row of `from`; no-op for keys that exist. */
export const insertEach = (
  from: SQL,
  { kind, ...values }: { kind: string } & Record<'key' | 'args' | 'dueAt' | 'waitsSince', SQL>,
): SQL => insertFrom(job, { ...values, kind: sql`${kind}::text`, writtenAt: values.waitsSince }, from)

/** Deletes a job that is not done; returns whether there was one. */
export const remove = async (tx: Tx, key: string): Promise<boolean> => {
  const rows = await tx
    .delete(job)
    .where(and(eq(job.key, key), isNotNull(job.dueAt)))
    .returning({ key: job.key })
  return rows.length === 1
}

/** Returns a job's lane, null when it has none. */
export const laneOf = ({ args: { lane } }: Pick<Row, 'args'>): string | null =>
  lane === undefined ? null : String(lane)

/**
 * Leases the job that has been due for the longest time, of these kinds and of no lane in `busy`; undefined when there
 * is none. It is due again at `until` (ms UTC), in case this process dies.
 */
export const take = async (
  db: Database,
  { kinds, now, until, busy = [] }: { kinds: string[]; now: number; until: number; busy?: string[] },
): Promise<Row | undefined> => {
  if (kinds.length === 0) return undefined
  const isFree = busy.length === 0 ? undefined : sql`coalesce(${job.args}->>'lane', '') not in ${busy}`
  const due = db
    .select({ key: job.key })
    .from(job)
    .where(and(lte(job.dueAt, now), inArray(job.kind, kinds), isFree))
    .orderBy(asc(job.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(job)
    .set({ dueAt: until, waitsSince: now, lease: sql`${job.lease} + 1`, tries: sql`${job.tries} + 1` })
    // `=` rather than `in`: with `in` the planner may run the subquery once per row and lease more than one job.
    .where(eq(job.key, sql`(${due})`))
    .returning()
    .prepare(`job_take_${kinds.length}_${busy.length}`)
    .execute()
  return rows[0]
}

type Held = Pick<Row, 'key' | 'lease'>
const held = ({ key, lease }: Held | Placeholders<Held>) =>
  and(eq(job.key, key), eq(job.lease, lease), isNotNull(job.dueAt))

const end = prepared(
  'job_finish',
  (db, at: Placeholders<Held & { again: number | null; doneAt: number | null; now: number }>) =>
    db
      .update(job)
      .set({ dueAt: sql`${at.again}`, waitsSince: sql`${at.now}`, tries: 0, doneAt: sql`${at.doneAt}` })
      .where(held(at))
      .returning({ key: job.key }),
)
/**
 * Ends a lease after a success: the job is due again at `nextRunAt` (ms UTC), or done when that is null. Returns false
 * when the lease was lost or the job deleted.
 */
export const finish = async (
  tx: Database | Tx,
  { key, lease }: Held,
  now: number,
  nextRunAt: number | null,
): Promise<boolean> =>
  (await end(tx, { key, lease, again: nextRunAt, now, doneAt: nextRunAt === null ? now : null })).length === 1

/**
 * Makes a leased job due at `dueAt`, with the same `tries`: after a failure, or to renew its lease. Returns false when
 * the lease was lost or the job deleted.
 */
export const postpone = async (db: Database, taken: Held, now: number, dueAt: number): Promise<boolean> => {
  const { rowCount } = await db.update(job).set({ dueAt, waitsSince: now }).where(held(taken))
  return rowCount === 1
}

const release = prepared('job_release', (db, at: Placeholders<{ now: number; latest: number }>) =>
  db
    .update(job)
    .set({ dueAt: sql`${at.now}`, waitsSince: sql`${at.now}` })
    .where(and(isNotNull(job.dueAt), isNotNull(job.waitsSince), gt(job.waitsSince, at.latest)))
    .returning({ key: job.key }),
)
/**
 * Makes each job due at `now` whose wait began (`waitsSince`) after `latest` (both ms UTC): a clock that ran ahead
 * wrote that wait.
 */
export const endWaits = async (db: Database, now: number, latest: number): Promise<void> => {
  await release(db, { now, latest })
}

/**
 * Deletes up to `limit` jobs that were done at `after` or later and before `before` (both ms UTC), the oldest first, and
 * with them their keys; returns when each was done. Omitted `kinds`: of all kinds.
 */
export const deleteDone = async (
  db: Database,
  { after, before, kinds, limit }: { after: number; before: number; kinds?: readonly string[]; limit: number },
): Promise<number[]> => {
  const old = db
    .select({ key: job.key })
    .from(job)
    .where(and(gte(job.doneAt, after), lt(job.doneAt, before), kinds && inArray(job.kind, kinds)))
    .orderBy(asc(job.doneAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await db.delete(job).where(inArray(job.key, old)).returning({ doneAt: job.doneAt })
  return rows.map(({ doneAt }) => doneAt ?? after)
}
