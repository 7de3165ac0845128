import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { DatabaseAway } from './poolWatchdog.ts'

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

/** SQLSTATE classes that are not the caller's fault: connection lost, out of resources, shutting down, crashed. */
const AWAY_SQLSTATES = /^(?:08|53|57P|58|XX)/

/** Returns whether the database failed, rather than the query. */
export const isDatabaseAway = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state !== undefined) return AWAY_SQLSTATES.test(state)
  for (const one of chain(error)) if (one instanceof DatabaseAway || one instanceof DrizzleQueryError) return true
  return false
}
