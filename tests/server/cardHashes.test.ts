import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { checkDigit } from '#contract/rules/card.ts'
import { connect, type Connected } from '#server/db/connect.ts'
import { card, clearCard } from '#server/db/schema/card.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { openKeys } from '#server/keys.ts'
import { prepareDatabase } from '#server/main.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { findCard, hashClearCards } from '#server/modules/card/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { cardOf } from '../harness/cards.ts'
import { dumpOf } from '../harness/dump.ts'
import { TEMPLATE } from '../../scripts/postgres.ts'
import { killAtOutput } from '../harness/process.ts'
import { openRace } from '../harness/race.ts'

/** Cards that an earlier release stored in plain text: each start of the server hashes them in one transaction. */

const silent = pino({ level: 'silent' })
const PASS = '01930000-0000-7000-8000-0123456789ab'
const numberOf = (nth: number): string => {
  const digits = `450601${String(nth).padStart(9, '0')}`
  return digits + checkDigit(digits)
}
const qrOf = (nth: number): string => `HPCARD${String(nth).padStart(16, '0')}`
const clearRow = (nth: number, overrides: Partial<typeof clearCard.$inferInsert> = {}) => ({
  cardNumber: numberOf(nth),
  qrNumber: qrOf(nth),
  gdsUid: 'pass-48h-card',
  state: 'stock' as const,
  ...overrides,
})
const LIVE = { state: 'live' as const, passUid: PASS, gateUid: PASS, registeredAt: 1_795_219_200_123 }
/** More rows than one statement inserts. */
const COUNT = 700
const conflict = (nth: number, code: string) => ({
  gateUid: PASS,
  entryUid: `01930000-0000-7000-8000-00000000000${nth}`,
  reason: 'unreadable' as const,
  entry: { entryUid: `01930000-0000-7000-8000-00000000000${nth}`, seq: nth, at: 1_795_219_200_123, code },
  uploadedAt: 1_795_219_200_123,
})
const codes = [numberOf(1), qrOf(2), 'HP1:SIGNED']
const secretsIn = (dump: string): string[] =>
  Array.from({ length: COUNT }, (_, nth) => [numberOf(nth), qrOf(nth)])
    .flat()
    .filter((secret) => dump.includes(secret))

const admin = async (text: string): Promise<void> => {
  const client = new Client(`${inject('postgres')}/postgres`)
  await client.connect()
  await client.query(text)
  await client.end()
}

describe.each(drawnEngines())('cards in plain text, on %s', (engine) => {
  const name = `cards_${process.pid}`
  const dataDir = mkdtempSync(join(tmpdir(), 'cards-'))
  const databaseUrl = engine === 'postgres' ? `${inject('postgres')}/${name}` : null
  const opened = async <T>(work: (connected: Connected) => Promise<T>): Promise<T> => {
    const connected = await connect({ databaseUrl, dataDir }, silent)
    try {
      return await work(connected)
    } finally {
      await connected.close()
    }
  }
  const keys = () => openKeys({ secretKey: null, dataDir })
  const start = (production: boolean) =>
    opened((connected) => prepareDatabase(connected, { keys: keys(), now: Date.now(), production }))
  beforeAll(async () => {
    cpSync(inject('embedded'), dataDir, { recursive: true })
    if (engine === 'postgres') await admin(`create database ${name} template ${TEMPLATE}`)
    await opened(async ({ db }) => {
      const rows = Array.from({ length: COUNT }, (_, nth) => clearRow(nth, nth === 3 ? LIVE : {}))
      await db.insert(clearCard).values(rows)
      await db.insert(gateConflict).values(codes.map((code, nth) => conflict(nth, code)))
    })
  })
  afterAll(async () => {
    if (engine === 'postgres') await admin(`drop database ${name} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  })

  // The step runs begin, lock, read, two inserts: stop before the second insert, and before the table is emptied.
  test.each([5, 6])('a kill before statement %i leaves the database unchanged', async (stopAt) => {
    const before = await opened(({ db }) => dumpOf(db))
    await killAtOutput('tests/server/migrateChild.ts', dataDir, databaseUrl ?? '', String(stopAt), 'cards')
    expect(await opened(({ db }) => dumpOf(db))).toBe(before)
    expect(secretsIn(before)).toHaveLength(2 * COUNT)
  })

  test('a start hashes all cards with their state, and the next start changes nothing', async () => {
    await start(true)
    const after = await opened(async ({ db }) => {
      const deps = { db, keys: keys() }
      expect(await findCard(deps, numberOf(3))).toMatchObject(LIVE)
      expect(await findCard(deps, qrOf(3))).toMatchObject({ ...LIVE, lastFour: numberOf(3).slice(-4) })
      expect(await findCard(deps, numberOf(COUNT - 1))).toMatchObject({ state: 'stock', gdsUid: 'pass-48h-card' })
      expect(await findCard(deps, numberOf(COUNT))).toBeUndefined()
      const codes = (await db.select().from(gateConflict)).map(({ entry }) => entry.code)
      expect(codes).toContain('HP1:SIGNED')
      return dumpOf(db)
    })
    expect(secretsIn(after)).toEqual([])
    await start(true)
    expect(await opened(({ db }) => dumpOf(db))).toBe(after)
  })

  test('a card that is hashed already is not stored twice', async () => {
    await opened(({ db }) => db.insert(clearCard).values([clearRow(3), clearRow(COUNT + 1)]))
    await start(true)
    await opened(async ({ db }) => {
      expect(await findCard({ db, keys: keys() }, numberOf(3))).toMatchObject(LIVE)
      expect(await findCard({ db, keys: keys() }, numberOf(COUNT + 1))).toMatchObject({ state: 'stock' })
      expect(await db.select().from(clearCard)).toEqual([])
    })
  })

  test('sample cards of the first release get numbers with a check digit and new QR codes, and cards and passes stay', async () => {
    const number = sampleNumber(2, 13)
    await opened(async ({ db }) => {
      const deps = { db, keys: keys() }
      const { numberHash, lastFour, qrHash, qrSealed, ...facts } = (await cardOf(deps, number)) ?? {}
      expect([lastFour, typeof numberHash, typeof qrHash, typeof qrSealed]).toEqual([
        '0013',
        'string',
        'string',
        'string',
      ])
      await db.delete(card).where(sql`${card.numberHash} = ${numberHash}`)
      const former = { ...(facts as typeof clearCard.$inferInsert), ...LIVE, passUid: crypto.randomUUID() }
      await db
        .insert(clearCard)
        .values({ ...former, cardNumber: '9990000000020013', qrNumber: 'HPCARD9990000000020013' })
    })
    const before = await opened(async ({ db }) => (await db.select().from(card)).length)
    await start(false)
    await opened(async ({ db }) => {
      const deps = { db, keys: keys() }
      expect(await findCard(deps, number)).toMatchObject({ state: 'live', lastFour: '0013' })
      expect(await findCard(deps, sampleQr(number))).toMatchObject({ state: 'live' })
      expect(await findCard(deps, '9990000000020013')).toBeUndefined()
      expect(await db.select().from(card)).toHaveLength(before + 1)
    })
  })
})

describe('a card that a server of the earlier release adds during the hashing', () => {
  const race = openRace()
  let app: Awaited<ReturnType<typeof openApp>>
  beforeAll(async () => {
    app = await openApp({ engine: 'postgres' })
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await app.close()
  })
  /** Hashes a card while another one is added; returns both. */
  const added = async (nth: number) => {
    const { db, keys, config } = app.deps
    await db.insert(clearCard).values(clearRow(nth))
    const { cardNumber, qrNumber, gdsUid, state } = clearRow(nth + 1)
    const adding = {
      text: 'insert into card (card_number, qr_number, gds_uid, state) values ($1, $2, $3, $4)',
      values: [cardNumber, qrNumber, gdsUid, state],
    }
    await race.runTogether(config.databaseUrl ?? '', adding, [() => hashClearCards(db, keys)])
    return [await findCard(app.deps, numberOf(nth)), await findCard(app.deps, numberOf(nth + 1))]
  }
  test('is hashed too', async () => {
    expect(await added(1)).toMatchObject([{ state: 'stock' }, { state: 'stock' }])
  })
  test('twin: without the lock on the table of cards, it is lost', async () => {
    const cut = race.without(/^lock table "card" in access exclusive mode$/, 'select 1')
    expect(await added(5)).toMatchObject([{ state: 'stock' }, undefined])
    expect(cut.count).toBe(1)
  })
})
