import { sql } from 'drizzle-orm'
import type { Connected } from './connect.ts'
import { isAlreadyThere } from './errors.ts'

/** Creating the table can only collide with servers that create it at the same moment, and each of them does it once. */
const CREATE_TRIES = 10
/** Apart from the tables of the product: a lock that no migration may take. */
const CREATE = [sql`create schema if not exists drizzle`, sql`create table if not exists drizzle.migration_lock ()`]

/** `if not exists` does not wait for another transaction that creates the same: the later one fails. */
const createLockTable = async ({ withDedicatedConnection }: Pick<Connected, 'withDedicatedConnection'>) => {
  for (let tries = 1; ; tries += 1)
    try {
      await withDedicatedConnection(async (db) => {
        for (const statement of CREATE) await db.execute(statement)
      })
      return
    } catch (error) {
      if (!isAlreadyThere(error) || tries === CREATE_TRIES) throw error
    }
}

/**
 * Runs `work`, which migrates and seeds, in one server at a time; servers that start meanwhile wait for it. A lock of
 * a table serves, rather than an advisory one, because every engine that speaks PostgreSQL's protocol has it. It ends
 * with its transaction, hence with the process. The embedded database belongs to one process and needs none.
 */
export const withMigrationLock = async <T>(connected: Connected, work: () => Promise<T>): Promise<T> => {
  if (connected.engine === 'embedded') return work()
  await createLockTable(connected)
  return connected.withDedicatedConnection((db) =>
    db.transaction(async (tx) => {
      // A migration may take long, and the transaction of this lock is idle meanwhile.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      await tx.execute(sql`lock table drizzle.migration_lock in access exclusive mode`)
      return work()
    }),
  )
}
