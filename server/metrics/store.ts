import { count, isNotNull, isNull, lt, max, min, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connect.ts'
import { gate } from '#server/db/schema/gate.ts'
import { job } from '#server/db/schema/job.ts'

/** Resolves to the jobs that are not done, by kind; `oldestDueAt` is ms UTC. */
export const jobBacklog = async (db: Database) => {
  const rows = await db
    .select({ kind: job.kind, count: count(), oldestDueAt: min(job.dueAt), mostTries: max(job.tries) })
    .from(job)
    .where(isNotNull(job.dueAt))
    .groupBy(job.kind)
  return rows.map(({ oldestDueAt, mostTries, ...row }) => ({
    ...row,
    oldestDueAt: oldestDueAt ?? Infinity,
    mostTries: mostTries ?? 0,
  }))
}

/** Resolves to how many gates are enrolled, and how many of them had no contact since `before` (ms UTC). */
export const countGates = async (db: Database, before: number): Promise<{ all: number; silent: number }> => {
  const silent = sql<number>`count(*) filter (where ${lt(gate.contactAt, before)})`.mapWith(Number)
  const [row] = await db.select({ all: count(), silent }).from(gate).where(isNull(gate.revokedAt))
  return row ?? { all: 0, silent: 0 }
}
