import { sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm'

type Instant = number | Placeholder
const long = (value: Instant): SQL => sql`${value}::bigint`

/**
 * Lies further ahead than any wait of its rule: a clock that ran ahead wrote it and was set right since. Nobody waits
 * longer than the rule says.
 */
export const isBeyond = (column: AnyColumn, now: Instant, longestMs: Instant): SQL =>
  sql`${column} > ${long(now)} + ${long(longestMs)}`

/** Its time has come, or was written by a clock that ran ahead. */
export const isDue = (column: AnyColumn, now: Instant, longestMs: Instant): SQL =>
  sql`(${column} <= ${long(now)} or ${isBeyond(column, now, longestMs)})`
