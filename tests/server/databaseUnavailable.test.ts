import { sql } from 'drizzle-orm'
import type { Duplex } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as inquiry from '#contract/calls/inquiry.ts'
import { member } from '#server/db/schema/member.ts'
import { isDatabaseAway, sqlState } from '#server/db/errors.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'
import { openRelay } from '../harness/relay.ts'

/**
 * The watchdog's second deadline, 8 s: an answer before it was given at the first one, 0.8 s. Nothing nearer is a bound
 * for a machine that does other work too.
 */
const SECOND_DEADLINE_MS = 8_000
/** A write that waits for a lock this long has outlived the first deadline. */
const LOCKED_MS = 2_500

describe.each(drawnEngines())('a database that is unavailable, on %s', (engine) => {
  let app: App
  let relay: Awaited<ReturnType<typeof openRelay>>
  beforeAll(async () => {
    relay = await openRelay()
    app = await openApp({ engine, mapDatabaseUrl: relay.relayUrl })
  })
  afterAll(async () => {
    await app.close()
    relay.close()
  })

  const write = () => app.call(inquiry.insertInquiry, { body: { email: 'a@mail.example', content: 'Are you there?' } })
  const back = async (): Promise<void> => {
    const end = Date.now() + 60_000
    while ((await write()).status.code !== '200') if (Date.now() > end) throw new Error('it did not come back')
  }

  test('answers 503 at the first deadline while it hangs, and recovers by itself', async () => {
    await write()
    if (engine === 'postgres') relay.silence(true)
    // Occupied for longer than the first deadline.
    const stuck =
      engine === 'embedded'
        ? app.deps.db.execute(sql`select count(*) from generate_series(1, 10000000)`).catch(() => undefined)
        : Promise.resolve()
    try {
      // Let the other session begin first.
      await new Promise((resolve) => setImmediate(resolve))
      const began = performance.now()
      const answer = await write()
      expect([answer.http, answer.status.code]).toEqual([503, 'E_UNAVAILABLE'])
      expect(answer.headers['retry-after']).toBeDefined()
      expect(performance.now() - began).toBeLessThan(SECOND_DEADLINE_MS)
    } finally {
      relay.silence(false)
      await stuck
      await back()
    }
    expect((await app.call(attraction.list)).status.code).toBe('200')
  }, 60_000)

  if (engine === 'postgres')
    test('does not refuse a call that waits for a lock while the database answers others', async () => {
      const { db } = app.deps
      const lock = Promise.withResolvers<void>()
      const locker = app.connected.withDedicatedConnection((apart) =>
        apart.transaction(async (tx) => {
          await tx.execute(sql`lock table inquiry in access exclusive mode`)
          await lock.promise
        }),
      )
      const isLocked = sql`select 1 from pg_locks where mode = 'AccessExclusiveLock' and relation = 'inquiry'::regclass`
      while ((await db.execute(isLocked)).rowCount === 0);
      const [answer] = await Promise.all([write(), setTimeout(LOCKED_MS).then(lock.resolve)])
      expect(answer.status.code).toBe('200')
      await locker
    })

  test('plans a named statement again after the connection that had planned it has ended', async () => {
    const { db } = app.deps
    const pool = (db as unknown as { $client: Pool }).$client
    const planned = () => db.select({ id: member.id }).from(member).limit(1).prepare('away_planned').execute()
    await planned()
    const client = await pool.connect()
    const { connection } = client as unknown as { connection: { stream: Duplex } }
    const ended = new Promise((resolve) => client.once('end', resolve))
    connection.stream.destroy()
    await ended
    client.release(true)
    await expect(planned()).resolves.toBeDefined()
    await expect(planned()).resolves.toBeDefined()
  })

  test('gives a new connection nothing of the one before: no open transaction, no prepared statement', async () => {
    const pool = (app.deps.db as unknown as { $client: Pool }).$client
    const countOf = async (client: PoolClient) =>
      (await client.query<{ n: number }>('select count(*)::int as n from inquiry')).rows[0]?.n
    const ask = async (client: PoolClient, text: string, ...values: number[]) =>
      (await client.query<{ n: number }>({ name: 'away_shared', text, values })).rows[0]?.n
    const first = await pool.connect()
    const before = await countOf(first)
    expect(await ask(first, 'select 1 as n')).toBe(1)
    await first.query('begin')
    await first.query('delete from inquiry')
    first.release(true)
    const second = await pool.connect()
    try {
      expect(await ask(second, 'select $1::int + 1 as n', 1)).toBe(2)
      expect(await countOf(second)).toBe(before)
    } finally {
      second.release()
    }
  })

  test('isolates transactions that run side by side', async () => {
    const { db } = app.deps
    const countOf = async (tx: Pick<typeof db, 'execute'>) =>
      (await tx.execute<{ n: number }>(sql`select count(*)::int as n from inquiry`)).rows[0]?.n
    await write()
    const before = await countOf(db)
    let emptied: () => void = () => undefined
    const isEmptied = new Promise<void>((resolve) => {
      emptied = resolve
    })
    const undone = db
      .transaction(async (tx) => {
        await tx.execute(sql`delete from inquiry`)
        emptied()
        await tx.execute(sql`select 1`)
        throw new Error('back')
      })
      .catch((error: unknown) => error)
    await isEmptied
    const beside = await Promise.all([db.transaction(countOf), db.transaction(countOf), countOf(db)])
    expect(await undone).toBeInstanceOf(Error)
    expect(beside).toEqual([before, before, before])
    expect(await countOf(db)).toBe(before)
  })

  test('returns connections to the pool when a transaction could not begin', async () => {
    const { db } = app.deps
    const pool = (db as unknown as { $client: Pool }).$client
    for (let round = 0; round < 20; round += 1) {
      pool.once('acquire', (client) => {
        const { connection } = client as typeof client & { connection: { stream: Duplex } }
        connection.stream.destroy()
      })
      await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow()
    }
    await back()
  })

  test('is distinguished from a query that was wrong', async () => {
    const wrong = await app.deps.db.execute(sql`select nonsense`).catch((error: unknown) => error)
    expect([sqlState(wrong), isDatabaseAway(wrong)]).toEqual(['42703', false])
    const unforeseen = await app.deps.db.transaction(() => Promise.reject(new Error('ours'))).catch((e: unknown) => e)
    expect(isDatabaseAway(unforeseen)).toBe(false)
  })

  test('rolls back a failed transaction', async () => {
    const before = (await app.deps.db.execute(sql`select count(*)::int as n from inquiry`)).rows
    await app.deps.db
      .transaction(async (tx) => {
        await tx.execute(sql`delete from inquiry`)
        throw new Error('back')
      })
      .catch(() => undefined)
    expect((await app.deps.db.execute(sql`select count(*)::int as n from inquiry`)).rows).toEqual(before)
  })
})
