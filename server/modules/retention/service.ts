import { RETENTION_YEARS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { blankRecords, deleteRecords } from './store.ts'

/** Margin for a pass that was started just before its five years ended: its window runs for a week. */
const LAST_WINDOW_MS = 8 * DAY_MS

/**
 * Returns the instant, ms UTC, before which personal data is deleted: five years and eight days before `now` (spec
 * 9.13).
 */
export const retainedSince = (now: number): number => {
  const cutoff = new Date(now - LAST_WINDOW_MS)
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - RETENTION_YEARS)
  return cutoff.getTime()
}

/** Deletes what is too old, and reports in the log how many rows of which tables: proof that it runs. */
const retain = async ({ db, clock, log }: Deps): Promise<void> => {
  const now = clock()
  const cutoff = retainedSince(now)
  const blanked = await blankRecords(db, cutoff)
  const deleted = await deleteRecords(db, cutoff, now)
  log.info({ before: new Date(cutoff).toISOString(), blanked, deleted }, 'retention: personal data was deleted')
}

export const JOB_KINDS: readonly JobKind[] = [recurringJob('retention', DAY_MS, retain)]
