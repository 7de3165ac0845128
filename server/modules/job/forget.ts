import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import * as store from './store.ts'

/** How long done jobs keep their keys (decision 0350). */

/** How long the key of a done job is kept, so that the same job is not scheduled a second time. */
export const KEEP_MS = 45 * DAY_MS
/** The same for `BRIEF_KINDS`: longer than any mail is worth sending (`MAIL_WORTH_MS`). */
export const BRIEF_KEEP_MS = 8 * DAY_MS
/**
 * Kinds of which each purchase or entry makes a row. Their effect cannot happen twice without the key: a state of a row
 * or a key of another table schedules them once, or what they would repeat is expired (decision 0350).
 */
export const BRIEF_KINDS: readonly string[] = [
  'payment',
  'order-receipt',
  'mail',
  'news-letter',
  'push',
  'push-send',
  'pass-expiring',
  'pass-expired',
]

/** A few milliseconds of work: the embedded database serves no other query meanwhile. */
const BATCH_ROWS = 1_000
/** More than an hour of 60 purchases a second makes; what is left waits for the next hour. */
const DELETE_MAX_ROWS = 3_000_000

/** Deletes the done jobs whose keys are not needed any more. */
export const deleteDone = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock()
  let allowedRows = DELETE_MAX_ROWS
  for (const which of [{ before: now - KEEP_MS }, { before: now - BRIEF_KEEP_MS, kinds: BRIEF_KINDS }]) {
    let after = 0
    for (let count = BATCH_ROWS; count === BATCH_ROWS && allowedRows > 0; allowedRows -= count) {
      const doneAts = await store.deleteDone(db, { ...which, after, limit: BATCH_ROWS })
      count = doneAts.length
      // From the last batch on: rows of other kinds stay, and each batch would read all of them before its own.
      after = Math.max(after, ...doneAts)
    }
  }
}
