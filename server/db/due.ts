import { sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm'

type Instant = number | Placeholder
const long = (value: Instant): SQL => sql`${value}::bigint`

/**
 * Instants this much further ahead are no sign of a clock that ran ahead: of calls that wait for one row, the one whose
 * clock was read first may be served last.
 */
const SLACK_MS = 60_000

/**
 * Lies further ahead than any wait of its rule: a clock that ran ahead wrote it and was set right since. Nobody waits
 * longer than the rule says and a minute.
 */
export const isBeyond = (column: AnyColumn, now: Instant, longestMs: Instant): SQL =>
  sql`${column} > ${long(now)} + ${long(longestMs)} + ${long(SLACK_MS)}`

/** Its time has come, or was written by a clock that ran ahead. */
export const isDue = (column: AnyColumn, now: Instant, longestMs: Instant): SQL =>
  sql`(${column} <= ${long(now)} or ${isBeyond(column, now, longestMs)})`
