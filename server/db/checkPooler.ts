import { sql } from 'drizzle-orm'
import { ConfigError } from '#server/settings.ts'
import type { Connected, Database } from './connect.ts'
import { sqlState } from './errors.ts'

/** SQLSTATEs of a named statement that the session does not know, or already knows from somebody else. */
const STATEMENT_STATES = new Set(['26000', '42P05'])

const POOLER =
  'DATABASE_URL leads through a pooler that loses named statements, such as PgBouncer before 1.21 in the mode “transaction”: update it, use the mode “session”, or connect without it.'

/** Returns the execution of a named statement, which this connection parses once. */
const namedStatement = (db: Database): (() => Promise<unknown>) => {
  const statement = db
    .select({ one: sql`one` })
    .from(sql`(select 1 as one) as probe`)
    .prepare('pooler_probe')
  return () => statement.execute()
}

/**
 * Checks that named statements stay with their connection. A pooler in the mode “transaction” gives a connection
 * another session of the database when a transaction of somebody else holds the one that parsed the statement. Throws
 * `ConfigError` with a sentence that says what to do.
 */
export const checkPooler = async (connected: Pick<Connected, 'engine' | 'withDedicatedConnection'>): Promise<void> => {
  if (connected.engine === 'embedded') return
  try {
    await connected.withDedicatedConnection(async (db) => {
      const execute = namedStatement(db)
      await execute()
      await connected.withDedicatedConnection((second) =>
        second.transaction(async (tx) => {
          await tx.execute(sql`select 1`)
          await execute()
        }),
      )
    })
  } catch (error) {
    if (STATEMENT_STATES.has(sqlState(error) ?? '')) throw new ConfigError(POOLER)
    throw error
  }
}
