import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, migrateDatabase, type Connected, type Database } from '#server/db/connect.ts'
import { drawnEngines } from '../harness/engines.ts'
import { killAtOutput, ROOT } from '../harness/process.ts'

/** The rows of a released version survive an upgrade, also one that is killed. */

const FOLDER = join(ROOT, 'server', 'db', 'migrations')
const silent = pino({ level: 'silent' })
interface Journal {
  entries: { tag: string }[]
}
const journal = JSON.parse(readFileSync(join(FOLDER, 'meta', '_journal.json'), 'utf8')) as Journal
const RELEASED = 1
/** Halfway through the migrations after the first release: their first statements have been run. */
const STOP_AT = 12

/** One value for each type; keys are equal everywhere, so that rows reference each other. */
const VALUES: Record<string, unknown> = {
  uuid: '01930000-0000-7000-8000-0123456789ab',
  text: 'Zoë O’Neil "釜山" — 100 %\nline two; drop',
  integer: 49_010,
  bigint: 1_795_219_200_123,
  boolean: true,
  jsonb: '{"pass":{"included":true,"group":"A"},"names":["Zoë","부산"],"paid":49010.5}',
}

/** Creates a folder with only the migrations of the first release. */
const releasedFolder = (folder: string): string => {
  const path = join(folder, 'released')
  mkdirSync(join(path, 'meta'), { recursive: true })
  const entries = journal.entries.slice(0, RELEASED)
  writeFileSync(join(path, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) cpSync(join(FOLDER, `${tag}.sql`), join(path, `${tag}.sql`))
  return path
}

const tablesOf = async (db: Database): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  return rows.map(({ name }) => name).toSorted()
}
const columnsOf = async (db: Database, table: string) =>
  (
    await db.execute<{ name: string; type: string }>(
      sql`select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table}`,
    )
  ).rows
/** Inserts a row with a value in each column; returns the row. */
const fill = async (db: Database, table: string): Promise<Record<string, unknown>> => {
  const columns = await columnsOf(db, table)
  const values = columns.map(({ type }) => VALUES[type])
  expect(values).not.toContain(undefined)
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const places = sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
  await db.execute(sql`insert into ${sql.identifier(table)} (${names}) values (${places})`)
  const { rows } = await db.execute(sql`select * from ${sql.identifier(table)}`)
  return rows[0] ?? {}
}
const admin = async (text: string): Promise<void> => {
  const client = new Client(`${inject('postgres')}/postgres`)
  await client.connect()
  await client.query(text)
  await client.end()
}

describe.each(drawnEngines())('a database of the first release, on %s', (engine) => {
  const name = `upgrade_${process.pid}`
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
  const databaseUrl = engine === 'postgres' ? `${inject('postgres')}/${name}` : null
  const before: Record<string, Record<string, unknown>> = {}
  const opened = async <T>(work: (connected: Connected) => Promise<T>): Promise<T> => {
    const connected = await connect({ databaseUrl, dataDir: folder }, silent)
    try {
      return await work(connected)
    } finally {
      await connected.close()
    }
  }
  beforeAll(async () => {
    if (engine === 'postgres') await admin(`create database ${name}`)
    await opened(({ withDedicatedConnection }) =>
      withDedicatedConnection(async (db) => {
        await migrate(db, { migrationsFolder: releasedFolder(folder) })
        // Disable foreign keys while the rows are written, so that their order does not matter.
        await db.execute(sql`set session_replication_role = replica`)
        for (const table of await tablesOf(db)) before[table] = await fill(db, table)
      }),
    )
  })
  afterAll(async () => {
    if (engine === 'postgres') await admin(`drop database ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  })
  const migrationsRun = async (db: Database): Promise<number> =>
    (await db.execute<{ n: number }>(sql`select count(*)::int as n from drizzle.__drizzle_migrations`)).rows[0]?.n ?? 0

  test('is unchanged when the upgrade is killed halfway', async () => {
    await killAtOutput('tests/server/migrateChild.ts', folder, databaseUrl ?? '', String(STOP_AT))
    await opened(async ({ db }) => {
      expect(await migrationsRun(db)).toBe(RELEASED)
      expect(await tablesOf(db)).toEqual(Object.keys(before).toSorted())
    })
  })

  test('is upgraded to the newest version once, with every value of every row', async () => {
    expect(Object.keys(before)).toContain('orders')
    await opened(async ({ withDedicatedConnection }) => {
      await withDedicatedConnection(migrateDatabase)
      await withDedicatedConnection(migrateDatabase)
    })
    await opened(async ({ db }) => {
      expect(await migrationsRun(db)).toBe(journal.entries.length)
      for (const [table, row] of Object.entries(before)) {
        const { rows } = await db.execute(sql`select * from ${sql.identifier(table)}`)
        expect({ table, rows }).toEqual({ table, rows: [expect.objectContaining(row)] })
      }
      const { rows } = await db.execute(sql`select kind, points, refunded from orders`)
      expect(rows).toEqual([{ kind: 'pass', points: 0, refunded: 0 }])
      // A pass that was started before keeps counting by the groups of that time.
      const lists = await db.execute(sql`select valid_from, groups, group_list_from from group_list, pass`)
      const groups = { [String(VALUES.text)]: 'A' }
      expect(lists.rows).toEqual([{ valid_from: '0', groups, group_list_from: '0' }])
    })
  })
})
