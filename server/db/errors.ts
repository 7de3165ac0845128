import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { DatabaseAway } from './databaseAway.ts'

const chain = function* (error: unknown): Generator<unknown> {
  let at = error
  for (let depth = 0; at instanceof Error && depth < 8; depth += 1) {
    yield at
    at = at.cause
  }
}

/** Returns the SQLSTATE of a failed query, however the error is wrapped; undefined for other errors. */
export const sqlState = (error: unknown): string | undefined => {
  for (const one of chain(error)) if (one instanceof DatabaseError) return one.code
  return undefined
}

export const UNIQUE_VIOLATION = '23505'

const ALREADY_THERE = new Set([UNIQUE_VIOLATION, '42P06', '42P07', '42710'])
/** Returns whether a schema or table was not created because another transaction has just created it. */
export const isAlreadyThere = (error: unknown): boolean => ALREADY_THERE.has(sqlState(error) ?? '')

/** SQLSTATE classes that are not the caller's fault: connection lost, out of resources, shutting down, crashed. */
const AWAY_SQLSTATES = /^(?:08|53|57P|58|XX)/

/**
 * SQLSTATEs after which the same work succeeds on another connection: the primary has become a standby (25006), a
 * named statement is gone because a pooler has changed the session (26000), a serialisation failure (40001), a deadlock
 * (40P01). Their connection must not be used again: it may lead to the former primary for days.
 */
const ELSEWHERE = new Set(['25006', '26000', '40001', '40P01'])

/** Returns whether the connection of this failed query must be closed rather than returned to the pool. */
export const spoilsConnection = (error: unknown): boolean => ELSEWHERE.has(sqlState(error) ?? '')

/** Returns whether the database failed, rather than the query: the caller may try again. */
export const isDatabaseAway = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state !== undefined) return AWAY_SQLSTATES.test(state) || ELSEWHERE.has(state)
  for (const one of chain(error)) if (one instanceof DatabaseAway || one instanceof DrizzleQueryError) return true
  return false
}
