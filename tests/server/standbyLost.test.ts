import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as inquiry from '#contract/calls/inquiry.ts'
import { connect } from '#server/db/connect.ts'
import { openKeys } from '#server/keys.ts'
import { prepareDatabase } from '#server/main.ts'
import { ownPostgres } from '../../scripts/postgres.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { freePort } from '../../scripts/freePort.ts'

/** A synchronous PostgreSQL that has lost its standby: reads are answered, no commit is. */

/** A commit is given up after eight seconds; the rest is for a busy machine. */
const GIVEN_UP_MS = 60_000
const READ_EVERY_MS = 200
const BACK_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'harbor-standby-lost-'))
let postgres: Awaited<ReturnType<typeof ownPostgres>>
let admin: Client
let app: App
beforeAll(async () => {
  postgres = await ownPostgres(folder, await freePort(), ['fsync=off'])
  const url = `${postgres.url}/postgres`
  const connected = await connect({ databaseUrl: url, dataDir: folder }, pino({ level: 'silent' }))
  const keys = openKeys({ secretKey: null, dataDir: folder })
  await prepareDatabase(connected, { keys, now: Date.now(), production: false })
  await connected.close()
  app = await openApp({ engine: 'postgres', welcome: true, mapDatabaseUrl: () => url })
  admin = new Client(url)
  await admin.connect()
})
afterAll(async () => {
  await requireStandby('')
  await app.close()
  await admin.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const requireStandby = async (name: string): Promise<void> => {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
}
/** Number of backends whose commit waits for a standby. */
const waitingCommits = async (): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return rows[0]?.n ?? 0
}
const write = () => app.call(inquiry.insertInquiry, { body: { email: 'a@mail.example', content: 'Are you there?' } })

test('gives a commit up while reads go on, then refuses writes at once, and takes them when a standby is back', async () => {
  await requireStandby('absent')
  let answered = false
  const codes = new Set<string>()
  const reading = (async () => {
    while (!answered) {
      codes.add((await app.call(attraction.list)).status.code)
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS))
    }
  })()
  const began = performance.now()
  const refused = await write()
  const givenUpMs = performance.now() - began
  answered = true
  await reading
  expect([...codes]).toEqual(['200'])
  expect([refused.http, refused.status.code]).toEqual([503, 'E_UNAVAILABLE'])
  expect(givenUpMs).toBeLessThan(GIVEN_UP_MS)

  // The commit that was given up, and the one that finds out whether the database commits again.
  await expect.poll(waitingCommits).toBe(2)
  for (let round = 0; round < 20; round += 1) expect((await write()).status.code).toBe('E_UNAVAILABLE')
  // None of them reached the database.
  expect(await waitingCommits()).toBe(2)
  expect((await app.call(attraction.list)).status.code).toBe('200')

  await requireStandby('')
  const until = performance.now() + BACK_MS
  while ((await write()).status.code !== '200') expect(performance.now()).toBeLessThan(until)
  expect(await waitingCommits()).toBe(0)
})
