import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** One driver on both engines: drizzle over `pg`. Errors carry their SQLSTATE at `error.cause.code`. */
export type Database = NodePgDatabase
/** Inside `db.transaction(async (tx) => …)`: await nothing but the database there. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
