import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { connect } from '#server/db/connect.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { admission, pass as passTable } from '#server/db/schema/pass.ts'
import { openKeys } from '#server/keys.ts'
import { prepareDatabase } from '#server/main.ts'
import { checkRestore, restoreBackup, tableLines, writeBackup } from '#server/modules/backup/service.ts'
import { readAll } from '#server/modules/backup/store.ts'
import { runDueJobs } from '#server/modules/index.ts'
import type { Deps } from '#server/deps.ts'
import { openApp, type Engine } from '../harness/app.ts'
import { openShop } from '../payment/shop.ts'
import { openGates } from './gates.ts'
import { openScanner } from './scanner.ts'

/** The drill: a machine is lost, and everything is restored on another one from a backup that was taken in business. */

const PASSPHRASE = 'correct horse battery staple'
const silent = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'harbor-drill-'))
const database = `drill_${process.pid}`
const admin = async (text: string): Promise<void> => {
  const client = new Client(`${inject('postgres')}/postgres`)
  await client.connect()
  await client.query(text)
  await client.end()
}
afterAll(async () => {
  await admin(`drop database if exists ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

const backUp = ({ db, objects, clock, config }: Deps, name: string): Promise<unknown> =>
  writeBackup(join(folder, name), {
    tables: tableLines({ db, objects }, clock()),
    passphrase: PASSPHRASE,
    dataDir: config.dataDir,
    secretKey: null,
  })

/** Restores a backup on another machine, up to what the server does before it listens. */
const restoreOn = async (engine: Engine, name: string) => {
  const existing = {
    dataDir: join(folder, `${name}-machine`),
    databaseUrl: engine === 'postgres' ? `${inject('postgres')}/${database}` : null,
  }
  if (engine === 'postgres') await admin(`create database ${database}`)
  const options = { passphrase: PASSPHRASE, dataDir: existing.dataDir, secretKey: null }
  await checkRestore(join(folder, name), { ...options, embedded: engine === 'embedded', objects: null })
  const connected = await connect(existing, silent)
  await restoreBackup(join(folder, name), { ...options, connected })
  const keys = openKeys({ secretKey: null, dataDir: existing.dataDir })
  expect(await prepareDatabase(connected, { keys, now: Date.now(), production: false })).toEqual([])
  await connected.close()
  return existing
}

test('a backup shows one moment, although an order is paid while it is read', async () => {
  const shop = await openShop({ engine: 'postgres' })
  const { accessToken: token } = await shop.member()
  const tables: Record<string, string> = {}
  let current = ''
  await readAll(shop.deps.db, {
    begin: async () => undefined,
    table: async ({ table }) => {
      current = table
      tables[table] = ''
      if (table !== 'pass') return
      const { ordUid } = await shop.placeAndPress(token, 'approve')
      await shop.returnFromPayment(ordUid)
      expect(await shop.passes(token)).toHaveLength(1)
    },
    rows: async (rows) => void (tables[current] += JSON.stringify(rows)),
  })
  expect(tables.orders).toBe('')
  // A sample card is there from the start.
  expect(tables.pass).toContain('pass-24h-card')
  expect(tables.pass).not.toContain('pass-24h-mobile')
  await shop.close()
})

test('orders and the ledger agree after a restore of a backup that was taken during purchases', async () => {
  const shop = await openShop({ engine: 'postgres' })
  const { bank } = shop
  const paidBefore: string[] = []
  const placedAfter = new Set<string>()
  let [isTaken, isOver] = [false, false]
  const buyer = async (): Promise<void> => {
    const { accessToken: token } = await shop.member()
    for (let nth = 0; !isOver && nth < 40; nth += 1) {
      const order = await shop.place(token, 1 + (nth % 2))
      if (isTaken) placedAfter.add(order.ordUid)
      await bank.press(order.payUrl, nth % 4 === 3 ? 'decline' : 'approve')
      if (nth % 5 === 2) continue // the browser never returns
      await shop.returnFromPayment(order.ordUid)
      if (!isTaken && (await shop.storedOrder(order.ordUid)).state === 'paid') paidBefore.push(order.ordUid)
    }
  }
  shop.post.closed = true
  const buyers = Promise.all([buyer(), buyer(), buyer()])
  await expect.poll(() => paidBefore.length, { timeout: 60_000 }).toBeGreaterThan(5)
  const paidByThen = [...paidBefore]
  await backUp(shop.deps, 'shop')
  isTaken = true
  await expect.poll(() => placedAfter.size, { timeout: 60_000 }).toBeGreaterThan(1)
  isOver = true
  await buyers
  const allKeys = new Map((await shop.deps.db.select().from(orderTable)).map((row) => [row.paymentKey, row.ordUid]))

  const restored = await openApp({
    engine: 'postgres',
    existing: await restoreOn('postgres', 'shop'),
    payment: bank.gateway,
    clock: () => shop.clock() + DAY_MS,
  })
  shop.advance(DAY_MS)
  await runDueJobs(restored.deps)
  const orders = await restored.deps.db.select().from(orderTable)
  const passes = await restored.deps.db.select().from(passTable)
  const disagreements = orders.filter(
    ({ ordUid, state, paymentKey, amount, refunded, passCnt }) =>
      bank.keptKrw(paymentKey) !== (state === 'paid' ? amount - refunded : 0) ||
      passes.filter((pass) => pass.ordUid === ordUid).length !== (state === 'paid' ? passCnt : 0),
  )
  expect(disagreements).toEqual([])
  expect(orders.filter(({ state }) => state === 'pending')).toEqual([])
  const paid = new Set(orders.filter(({ state }) => state === 'paid').map(({ ordUid }) => ordUid))
  expect(paidByThen.filter((ordUid) => !paid.has(ordUid))).toEqual([])
  // What the bank knows and the backup does not was ordered while the backup was written, or later.
  const ordered = new Set(orders.map(({ paymentKey }) => paymentKey))
  const unknown = bank.book().payments.filter(({ key }) => !ordered.has(key))
  expect(unknown.length).toBeGreaterThan(0)
  expect(unknown.filter(({ key }) => paidByThen.includes(allKeys.get(key) ?? ''))).toEqual([])
  await restored.close()
  await shop.close()
})

describe('a phone and a gate that were offline while the machine was lost', () => {
  test('admit the pass, and the restored server takes the entry from the journal', async () => {
    const gates = await openGates('embedded')
    const traveller = await gates.traveller('24H')
    const target = { app: gates.app }
    const scanner = await openScanner({
      ...gates,
      get app() {
        return target.app
      },
    })
    await scanner.enrolAt(gates.inGroup('A')[0] ?? '')
    await scanner.offline()
    await backUp(gates.deps, 'gates')
    const existing = await restoreOn('embedded', 'gates')
    await gates.close()

    scanner.advance(MINUTE_MS)
    expect(await scanner.read(await traveller.code())).toMatchObject({ verdict: 'admitted', offline: true })
    const restored = await openApp({ engine: 'embedded', existing, clock: () => gates.time.now })
    target.app = restored.app
    await scanner.online()
    await scanner.contact()
    scanner.advance(MINUTE_MS)
    await scanner.contact()
    await scanner.waiting(0)
    const entries = await restored.deps.db.select().from(admission)
    expect(entries.map(({ passUid }) => passUid)).toEqual([traveller.passUid])
    await restored.close()
  })
})
