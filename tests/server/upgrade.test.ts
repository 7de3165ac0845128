import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

/** What is in the tables of a released version is there after the next one. */

const FOLDER = join(import.meta.dirname, '..', '..', 'server', 'db', 'migrations')
const NAME = `upgrade_${process.pid}`
const [released = '', ...later] = globSync('*.sql', { cwd: FOLDER }).toSorted()

/** One value for each type; the same everywhere, so that rows point at each other. */
const VALUES: Record<string, unknown> = {
  uuid: '01930000-0000-7000-8000-000000000000',
  text: 'x',
  integer: 1,
  bigint: 1,
  boolean: true,
  jsonb: '{}',
}

let client: Client
const admin = async (sql: string): Promise<void> => {
  const one = new Client(`${inject('postgres')}/postgres`)
  await one.connect()
  await one.query(sql)
  await one.end()
}
const apply = async (file: string): Promise<void> => {
  for (const statement of readFileSync(join(FOLDER, file), 'utf8').split('--> statement-breakpoint'))
    await client.query(statement)
}
const tables = async (): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  return rows.map(({ name }) => name).toSorted()
}
/** A row with a value in each column. */
const fill = async (table: string): Promise<void> => {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns where table_name = $1`,
    [table],
  )
  const names = rows.map(({ name }) => `"${name}"`).join(', ')
  const places = rows.map((_, nth) => `$${nth + 1}`).join(', ')
  const values = rows.map(({ type }) => VALUES[type])
  expect(values).not.toContain(undefined)
  await client.query(`insert into "${table}" (${names}) values (${places})`, values)
}

beforeAll(async () => {
  await admin(`create database ${NAME}`)
  client = new Client(`${inject('postgres')}/${NAME}`)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await admin(`drop database ${NAME} with (force)`)
})

test('a database of the released version is brought to the newest one with all its rows', async () => {
  await apply(released)
  const before = await tables()
  expect(before).toContain('orders')
  // Only while the rows are written: in which order they point at each other does not matter here.
  await client.query('set session_replication_role = replica')
  for (const table of before) await fill(table)
  await client.query('set session_replication_role = default')
  for (const file of later) await apply(file)
  expect(await tables()).toEqual(expect.arrayContaining(before))
  for (const table of before) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from "${table}"`)
    expect({ table, n: rows[0]?.n }).toEqual({ table, n: 1 })
  }
  const { rows } = await client.query('select kind, points, refunded from orders')
  expect(rows).toEqual([{ kind: 'pass', points: 0, refunded: 0 }])
})
