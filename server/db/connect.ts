import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool, type ClientConfig, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { startEngine, type Engine } from './embedded/engine.ts'
import { DatabaseAway } from './databaseAway.ts'
import { destroy } from './poolClient.ts'
import { createPoolWatchdog } from './poolWatchdog.ts'
import { createStarvation } from './starvation.ts'
import { createWriteStall } from './writeStall.ts'

/** Both engines have the same driver: drizzle over `pg`. Errors carry their SQLSTATE at `error.cause.code`. */
export type Database = NodePgDatabase
/**
 * The argument of `db.transaction(async (tx) => …)`. Inside it, await the database only: the transaction occupies a
 * connection, and the embedded database has just one.
 */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Connected {
  engine: 'embedded' | 'postgres'
  db: Database
  /** Runs `work` on a connection without a deadline, for migrations and seed. */
  withDedicatedConnection: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const POOL_MAX = 16
/** The embedded database has one session. */
const EMBEDDED_MAX = 1
/** How long a call may wait for a connection of the pool; a stuck database is noticed long before. */
const TURN_MS = 8_000
/** Timeout of a probe over the second connection. */
const PROBE_TIMEOUT_MS = 5_000
/** Folder of the migrations, the same on both engines. */
export const MIGRATIONS = join(import.meta.dirname, 'migrations')

/** Opens PostgreSQL at `databaseUrl`, or the embedded database in `dataDir/db` (lock the folder first). */
export const connect = async (
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  log: Logger,
): Promise<Connected> => {
  const engine: Engine | null = databaseUrl ? null : await startEngine(join(dataDir, 'db'), log)
  const target: ClientConfig = engine
    ? { stream: engine.stream, user: 'postgres', database: 'postgres', ssl: false }
    : { connectionString: databaseUrl ?? '' }

  const pool = new Pool({
    ...target,
    max: engine ? EMBEDDED_MAX : POOL_MAX,
    idleTimeoutMillis: engine ? 0 : 30_000,
    connectionTimeoutMillis: TURN_MS,
    pipeline: true,
  })
  // The connection for probes stays open: on a busy machine, opening one takes longer than the deadline.
  const probes = engine
    ? null
    : new Pool({
        ...target,
        max: 1,
        idleTimeoutMillis: 0,
        connectionTimeoutMillis: PROBE_TIMEOUT_MS,
        query_timeout: PROBE_TIMEOUT_MS,
      })
  probes?.on('error', () => undefined)
  const probe = probes && (() => probes.query('select 1').then(() => undefined))
  probe?.().catch(() => undefined)
  let stalledProbe: PoolClient | undefined
  /** Commits a message to the log of the database that nobody reads. */
  const commitMessage = async (): Promise<void> => {
    const client = await watchdog.connectExempt()
    stalledProbe = client
    try {
      await client.query(`select pg_logical_emit_message(true, 'harbor-pass', '')`)
    } finally {
      stalledProbe = undefined
      client.release(true)
    }
  }
  const stall = createWriteStall(commitMessage, log)
  const watchdog = createPoolWatchdog(pool, {
    onUnanswered: engine ? () => undefined : stall.suspect,
    refuses: stall.refuses,
    onHopeless: () => engine?.restart(),
    log,
    starvation: createStarvation(() => engine?.thread() ?? null),
    probeSecondConnection: probe,
  })

  const withDedicatedConnection: Connected['withDedicatedConnection'] = async (work) => {
    const client = await watchdog.connectExempt()
    try {
      return await work(drizzle(client))
    } finally {
      // What the work has set ends with the connection.
      client.release(true)
    }
  }

  const db = drizzle(pool)
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) =>
    stall.isStalled() && config?.accessMode !== 'read only'
      ? Promise.reject(new DatabaseAway('the database commits nothing'))
      : transaction(work, config)

  return {
    engine: engine ? 'embedded' : 'postgres',
    db,
    withDedicatedConnection,
    close: async () => {
      watchdog.close()
      if (stalledProbe) destroy(stalledProbe)
      await Promise.all([pool.end(), probes?.end()])
      await engine?.stop()
    },
  }
}

/** Applies the pending migrations. */
export const migrateDatabase = (db: Database): Promise<void> => migrate(db, { migrationsFolder: MIGRATIONS })
