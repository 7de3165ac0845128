import { sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm'

type Instant = number | Placeholder
const long = (value: Instant): SQL => sql`${value}::bigint`

/**
 * Tolerance before a stored instant counts as written by a clock that was ahead. Calls that wait for the same row lock
 * may be served in any order, so a row may hold an instant later than the `now` of the call that reads it.
 */
const SLACK_MS = 60_000

/**
 * Returns the SQL condition that an instant is more than `longestMs` and a minute ahead. `longestMs` is the longest
 * wait that its rule sets, so such an instant was written by a clock that was ahead and has been corrected since.
 */
export const isBeyond = (column: AnyColumn, now: Instant, longestMs: Instant): SQL =>
  sql`${column} > ${long(now)} + ${long(longestMs)} + ${long(SLACK_MS)}`

/** Returns the SQL condition that an instant has come, or was written by a clock that was ahead (`isBeyond`). */
export const isDue = (column: AnyColumn, now: Instant, longestMs: Instant): SQL =>
  sql`(${column} <= ${long(now)} or ${isBeyond(column, now, longestMs)})`
