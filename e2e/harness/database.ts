import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** The migrated and seeded database that each server's database is copied from. */
const TEMPLATE = 'harbor_template'

/** Runs one statement on the PostgreSQL of this run. `url` may name any of its databases. */
const command = async (url: string, sql: string): Promise<void> => {
  const client = new Client(new URL('/postgres', url).href)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Creates the template, still empty, and returns its URL. `postgres` is the URL of the server of this run. */
export const createTemplate = async (postgres: string): Promise<string> => {
  await command(postgres, `create database ${TEMPLATE}`)
  return new URL(`/${TEMPLATE}`, postgres).href
}

/** Copies the template. Returns the URL of the copy. */
export const copyDatabase = async (postgres: string): Promise<string> => {
  const name = `e2e_${randomBytes(6).toString('hex')}`
  await command(postgres, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return new URL(`/${name}`, postgres).href
}

/** Drops a database that `copyDatabase` made, and ends the connections that a killed server left. */
export const dropDatabase = (url: string): Promise<void> =>
  command(url, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
