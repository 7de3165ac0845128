import { sql } from 'drizzle-orm'
import type { Database } from './connect.ts'

/** Resolves to whether the database takes writes: false on a standby, which is read-only until it is promoted. */
export const isPrimary = async (db: Database): Promise<boolean> => {
  const { rows } = await db.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
  return rows[0]?.standby === false
}
