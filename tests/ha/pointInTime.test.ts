import { globSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '../faults/ledger.ts'
import { read } from '../harness/documents.ts'
import { openArchivedDatabase, type ArchivedDatabase } from './archivedDatabase.ts'
import { openBuyers, type Buyers } from './buyers.ts'
import { openCustomer } from './customer.ts'
import { fetchPackages, unpackPackages } from './packages.ts'
import { openDrillFolder, waitFor } from './processes.ts'
import { openShop, type Shop } from './shop.ts'

/**
 * The drill of docs/operations/point-in-time.md, with its commands: passes are bought on two servers, rows are deleted
 * by mistake, and they come back with pgBackRest and PostgreSQL of Debian. Then the machine of the database is lost.
 */

const DATABASE = 'harbor'
const ORDERS_MS = 30_000
const ARCHIVED_MS = 15_000
/** Tables of what is sold and returned. All of them are at rest while nobody buys. */
const TABLES = ['orders', 'pass', 'refund', 'point_entry', 'member']

const CREATE = 'pgbackrest --stanza=harbor stanza-create'
const CHECK = 'pgbackrest --stanza=harbor check'
const BACK_UP_FULL = 'pgbackrest --stanza=harbor --type=full backup'
const BACK_UP_INCREMENT = 'pgbackrest --stanza=harbor --type=incr backup'
const INFO = 'pgbackrest --stanza=harbor --output=json info'
const EXPIRE = 'pgbackrest --stanza=harbor --repo1-retention-full-type=count --repo1-retention-full=1 expire'
const SAMPLE_MOMENT = '2026-11-26 14:00:00+09'
const TO_MOMENT = `--type=time --target="${SAMPLE_MOMENT}" --target-action=promote`
const RESTORE_MOMENT = `pgbackrest --stanza=harbor ${TO_MOMENT} restore`
const RESTORE_PAST = `pgbackrest --stanza=harbor --pg1-path=/var/lib/postgresql/15/past --archive-mode=off ${TO_MOMENT} restore`
const RESTORE_LATEST = 'pgbackrest --stanza=harbor restore'
const START_PAST =
  '/usr/lib/postgresql/15/bin/postgres --config_file=/etc/postgresql/15/main/postgresql.conf --data_directory=/var/lib/postgresql/15/past --external_pid_file= --port=5433'
const COPY_BACK =
  'pg_dump --port=5433 --data-only --table=orders --table=pass harbor | psql --port=5432 --set=ON_ERROR_STOP=1 --single-transaction harbor'
const SWITCH = 'select pg_switch_wal()'
const OLDEST_WAITING =
  "select coalesce(extract(epoch from now() - min(modification)), 0) as seconds from pg_ls_archive_statusdir() where name like '%.ready'"

interface Backup {
  type: string
  info: { size: number; repository: { delta: number } }
}

const page = read('docs/operations/point-in-time.md')
/** Returns a command or a query, which stands in the document. */
const documented = (line: string): string => {
  expect(page).toContain(line)
  return line
}
const say = (name: string, figures: object): void => {
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
}
const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return Math.round((performance.now() - began) / 100) / 10
}

const reason = await fetchPackages()
if (reason) process.stdout.write(`Skipped: ${reason}\n`)

describe.skipIf(reason !== null)('while passes are bought and the log of the database is archived', () => {
  let folder: string
  let database: ArchivedDatabase
  let shop: Shop
  let buyers: Buyers
  beforeAll(async () => {
    folder = await openDrillFolder()
    database = await openArchivedDatabase(folder, await unpackPackages(join(folder, 'programs')))
    await database.query(`create database ${DATABASE}`)
    await database.command(documented(CREATE))
    await database.command(documented(CHECK))
    shop = await openShop(database.url(DATABASE))
    buyers = await openBuyers(shop.dataDir, () => shop.servers.map(({ url }) => url))
  })
  afterAll(async () => {
    await buyers?.stop().catch(() => undefined)
    await shop?.close()
    await database?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const backups = async (): Promise<Backup[]> => {
    const stanzas = await database.command(documented(INFO))
    const [stanza] = JSON.parse(stanzas) as { status: { code: number }; backup: Backup[] }[]
    expect(stanza?.status.code).toBe(0)
    return stanza?.backup ?? []
  }
  const bought = async (count: number): Promise<void> => {
    const before = buyers.total()
    await waitFor('orders are acknowledged', ORDERS_MS, () => buyers.total() >= before + count)
  }
  const buy = async (count: number): Promise<void> => {
    buyers.start()
    await bought(count)
    await buyers.stop()
  }
  const customer = () => openCustomer({ url: shop.servers[0]?.url ?? '', dataDir: shop.dataDir })
  const rowsOf = async (table: string): Promise<string[]> => {
    const sql = `select t::text as row from ${table} t order by 1`
    return (await database.query<{ row: string }>(sql, DATABASE)).map(({ row }) => row)
  }
  /** Resolves to all rows of what is sold, by table, as PostgreSQL writes them. */
  const sold = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await rowsOf(table)])))
  const moment = async (): Promise<string> =>
    (await database.query<{ now: string }>('select clock_timestamp()::text as now'))[0]?.now ?? ''
  /** Runs the command of the document with the moment in place of the sample. */
  const restore = async (line: string, at: string) => database.command(documented(line).replace(SAMPLE_MOMENT, at))
  const stopServers = async (): Promise<void> => {
    expect(await Promise.all([shop.stop(0), shop.stop(1)])).toEqual([0, 0])
  }
  const startServers = async (): Promise<void> => {
    await shop.restart(0)
    await shop.restart(1)
  }
  /** Resolves to the payments of which the database has no order, as the comparison with the bank reports them. */
  const withoutOrder = async (payments: Book['payments']): Promise<string[]> => {
    const rows = await database.query<{ key: string }>('select payment_key as key from orders', DATABASE)
    const keys = new Set(rows.map(({ key }) => key))
    return payments.filter(({ key }) => !keys.has(key)).map(({ key }) => `payment ${key} has no order`)
  }
  const waitsS = async (): Promise<number> =>
    Number((await database.query<{ seconds: string }>(documented(OLDEST_WAITING)))[0]?.seconds)
  const archived = () => waitFor('no file waits', ARCHIVED_MS, async () => (await waitsS()) === 0)

  test('backups are taken, and an archive that cannot be written is noticed and made up for', async () => {
    buyers.start()
    await bought(10)
    const fullS = await secondsOf(() => database.command(documented(BACK_UP_FULL)))
    await bought(10)
    const incrementS = await secondsOf(() => database.command(documented(BACK_UP_INCREMENT)))
    await bought(10)
    await buyers.stop()
    const sizes = (await backups()).map((backup) => ({
      type: backup.type,
      bytes: backup.info.size,
      stored: backup.info.repository.delta,
    }))
    expect(sizes.map(({ type }) => type)).toEqual(['full', 'incr'])

    await archived()
    renameSync(database.repository, `${database.repository}-away`)
    await database.query(SWITCH)
    await waitFor('a file waits', ARCHIVED_MS, async () => (await waitsS()) > 0)
    await expect(database.command(CHECK)).rejects.toThrow('ERROR')
    renameSync(`${database.repository}-away`, database.repository)
    await archived()
    say('backups', { fullS, incrementS, sizes })
  })

  test('deleted rows are copied back from a server of the past, and nothing else is undone', async () => {
    await buy(5)
    expect(await shop.differences()).toEqual([])
    const before = await sold()
    const at = await moment()
    await database.query('truncate orders, pass', DATABASE)
    const since = await (await customer()).order()
    expect(await since.pay()).toBe('paid')
    const [orders, passes] = [await rowsOf('orders'), await rowsOf('pass')]
    await database.query(documented(SWITCH))
    await archived()

    database.makeFolderOfPast()
    const restoreS = await secondsOf(() => restore(RESTORE_PAST, at))
    const past = await database.startPast(documented(START_PAST))
    expect(await past.query('show archive_mode', DATABASE)).toEqual([{ archive_mode: 'off' }])
    await database.command(documented(COPY_BACK))
    await past.stop()
    expect(await rowsOf('orders')).toEqual([...(before.orders ?? []), ...orders].toSorted())
    expect(await rowsOf('pass')).toEqual([...(before.pass ?? []), ...passes].toSorted())
    expect(await shop.differences()).toEqual([])
    say('copied back', { restoreS, orders: before.orders?.length })
  })

  let undone = 0
  test('the whole database goes back to the moment, and the bank knows what came after it', async () => {
    await buy(5)
    const person = await customer()
    const returned = await person.order()
    expect(await returned.pay()).toBe('paid')
    const open = await person.order()
    expect(await shop.differences()).toEqual([])
    const before = await sold()
    const at = await moment()

    expect(await open.pay()).toBe('paid')
    await returned.refund()
    await waitFor('the money is back', ORDERS_MS, async () =>
      (await shop.book()).lines.some(({ what }) => what === 'refunded'),
    )
    await buy(10)
    expect(await shop.differences()).toEqual([])
    undone = (await rowsOf('orders')).length - (before.orders?.length ?? 0)
    await database.query('drop table orders, pass cascade', DATABASE)
    await stopServers()

    await database.stop()
    database.putAside('damaged')
    const restoreS = await secondsOf(() => restore(RESTORE_MOMENT, at))
    const recoveryS = await secondsOf(database.start)
    expect(await sold()).toEqual(before)

    await startServers()
    expect(await open.state()).toBe('paid')
    const payments = await withoutOrder((await shop.book()).payments)
    expect(undone).toBeGreaterThan(0)
    expect(payments).toHaveLength(undone)
    expect(await shop.differences()).toEqual([
      `order ${returned.ordUid}: a refund is not recorded`,
      `order ${returned.ordUid} is paid: the gateway keeps 0, 1 passes`,
      ...payments,
    ])
    // Requested once more, a refund of the whole order is recorded and not paid twice.
    await returned.refund()
    await waitFor('the refund is recorded', ORDERS_MS, async () => (await shop.differences()).length === undone)
    expect((await shop.book()).lines.filter(({ what }) => what === 'refunded')).toHaveLength(1)
    say('back to the moment', { restoreS, recoveryS, orders: before.orders?.length, undone })
  })

  test('with the machine, what was not archived yet is lost, and the bank knows its payments', async () => {
    await database.command(documented(BACK_UP_INCREMENT))
    await buy(10)
    // A slow machine takes longer than the minute after which the log would be archived by itself.
    await database.query('alter system set archive_timeout = 0')
    await database.query('select pg_reload_conf()')
    await database.query(SWITCH)
    await archived()
    const before = await sold()
    await buy(5)
    const lost = (await rowsOf('orders')).length - (before.orders?.length ?? 0)
    const { payments } = await shop.book()
    await stopServers()
    await database.kill()
    database.putAside('lost')
    const restoreS = await secondsOf(() => database.command(documented(RESTORE_LATEST)))
    const recoveryS = await secondsOf(database.start)
    expect(await sold()).toEqual(before)
    expect(lost).toBeGreaterThan(0)
    expect(await withoutOrder(payments)).toHaveLength(undone + lost)
    const files = globSync(`${database.repository}/archive/**/*.zst`).map((file) => statSync(file).size)
    const logBytes = files.reduce((sum, bytes) => sum + bytes, 0)
    say('machine lost', { logFiles: files.length, logBytes, restoreS, recoveryS, orders: before.orders?.length, lost })
  })

  test('backups that are no longer wanted are deleted', async () => {
    await database.command(BACK_UP_FULL)
    expect((await backups()).map(({ type }) => type)).toEqual(['full', 'incr', 'incr', 'full'])
    await database.command(documented(EXPIRE))
    expect((await backups()).map(({ type }) => type)).toEqual(['full'])
    await database.command(CHECK)
  })
})
