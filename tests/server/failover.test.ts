import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type Pool, type PoolClient } from 'pg'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as inquiry from '#contract/calls/inquiry.ts'
import { connect } from '#server/db/connect.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import { openKeys } from '#server/keys.ts'
import { prepareDatabase } from '#server/main.ts'
import { ownPostgres } from '../../scripts/postgres.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'
import { freePort } from '../../scripts/freePort.ts'

/** What a server sees while the database changes its primary. */

/** Resolves when the database answers, also as a standby. */
const answering = async (url: string): Promise<void> => {
  const client = new Client(url)
  try {
    await client.connect()
    await client.end()
  } catch {
    await wait(100)
    await answering(url)
  }
}
const silent = pino({ level: 'silent' })

describe('a server whose PostgreSQL has become a standby', () => {
  const folder = mkdtempSync(join(tmpdir(), 'harbor-standby-'))
  let postgres: Awaited<ReturnType<typeof ownPostgres>>
  let app: App
  beforeAll(async () => {
    postgres = await ownPostgres(folder, await freePort(), ['fsync=off'])
    const connected = await connect({ databaseUrl: `${postgres.url}/postgres`, dataDir: folder }, silent)
    const keys = openKeys({ secretKey: null, dataDir: folder })
    await prepareDatabase(connected, { keys, now: Date.now(), production: false })
    await connected.close()
    await postgres.stop()
    // A data folder with this file is a standby until it is promoted.
    writeFileSync(join(folder, 'postgres', 'standby.signal'), '')
    // It resolves when writes are accepted, so not before the promotion.
    postgres.start().catch(() => undefined)
    await answering(`${postgres.url}/postgres`)
    app = await openApp({ engine: 'postgres', welcome: true, mapDatabaseUrl: () => `${postgres.url}/postgres` })
  })
  afterAll(async () => {
    await app.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const write = () => app.call(inquiry.insertInquiry, { body: { email: 'a@mail.example', content: 'Are you there?' } })
  const readiness = async () => {
    const response = await app.app.inject('/readyz')
    return [response.statusCode, response.json<unknown>()]
  }

  test('is not ready, answers reads, and refuses writes as unavailable until the standby is promoted', async () => {
    expect(await readiness()).toEqual([503, { ready: false }])
    expect((await app.call(attraction.list)).status.code).toBe('200')
    const refused = await write()
    expect([refused.http, refused.status.code]).toEqual([503, 'E_UNAVAILABLE'])
    expect(refused.headers['retry-after']).toBeDefined()
    expect(await readiness()).toEqual([503, { ready: false }])
    const client = new Client(`${postgres.url}/postgres`)
    await client.connect()
    await client.query('select pg_promote(true)')
    await client.end()
    expect((await write()).status.code).toBe('200')
    expect(await readiness()).toEqual([200, { ready: true }])
  })
})

describe.each(drawnEngines())('a transaction that the database ended, on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  /** Runs a transaction that fails with this SQLSTATE; resolves to its error and to whether its client is used again. */
  const failWith = async (state: string): Promise<{ error: unknown; isPooledAgain: boolean }> => {
    const pool = (app.deps.db as unknown as { $client: Pool }).$client
    const clients: PoolClient[] = []
    const note = (client: PoolClient): unknown => clients.push(client)
    pool.on('acquire', note)
    const error = await app.deps.db
      .transaction(async (tx) => {
        await tx.execute(sql.raw(`do $$ begin raise exception 'x' using errcode = '${state}'; end $$`))
      })
      .catch((failure: unknown) => failure)
    await app.deps.db.execute(sql`select 1`)
    pool.off('acquire', note)
    expect(clients).toHaveLength(2)
    return { error, isPooledAgain: clients[0] === clients[1] }
  }

  test.each([
    ['it is read-only since a switchover', '25006'],
    ['a named statement is missing', '26000'],
    ['it was not serialisable', '40001'],
    ['it was chosen to end a deadlock', '40P01'],
  ])('because %s is tried again on another connection', async (_reason, state) => {
    const { error, isPooledAgain } = await failWith(state)
    expect(isDatabaseAway(error)).toBe(true)
    expect(isPooledAgain).toBe(false)
  })

  test('because a key was taken keeps its connection', async () => {
    const { error, isPooledAgain } = await failWith('23505')
    expect(isDatabaseAway(error)).toBe(false)
    expect(isPooledAgain).toBe(true)
  })
})
