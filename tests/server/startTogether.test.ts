import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { openKeys } from '#server/keys.ts'
import { prepareDatabase } from '#server/main.ts'
import { ROOT } from '../harness/process.ts'

/** Servers that start at the same time on one empty PostgreSQL. */

const SERVERS = 3
const ROUNDS = 3
const MIGRATIONS = readdirSync(join(ROOT, 'server', 'db', 'migrations')).filter((name) => name.endsWith('.sql')).length
const silent = pino({ level: 'silent' })
const names = Array.from({ length: ROUNDS }, (_, nth) => `together_${process.pid}_${nth}`)

const admin = async (texts: readonly string[]): Promise<void> => {
  const client = new Client(`${inject('postgres')}/postgres`)
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}
beforeAll(() => admin(names.map((name) => `create database ${name}`)))
afterAll(() => admin(names.map((name) => `drop database ${name} with (force)`)))

test.each(names)('migrate and seed it once: %s', async (name) => {
  const databaseUrl = `${inject('postgres')}/${name}`
  const keys = openKeys({ secretKey: null, dataDir: inject('embedded') })
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, () => connect({ databaseUrl, dataDir: inject('embedded') }, silent)),
  )
  try {
    const prepared = await Promise.allSettled(
      servers.map((server) => prepareDatabase(server, { keys, now: Date.now(), production: false })),
    )
    expect(prepared).toEqual(Array.from({ length: SERVERS }, () => ({ status: 'fulfilled', value: [] })))
    const rows = await servers[0]?.db.execute(
      sql`select count(*)::int as n, count(distinct hash)::int as hashes from drizzle.__drizzle_migrations`,
    )
    expect(rows?.rows).toEqual([{ n: MIGRATIONS, hashes: MIGRATIONS }])
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
})
