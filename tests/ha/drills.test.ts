import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBuyers, PASSING, type Buyers, type Sighting } from './buyers.ts'
import { openCluster, type Cluster, type Node } from './cluster.ts'
import { fetchPackages, unpackPackages, type Programs } from './packages.ts'
import { openDrillFolder, waitFor } from './processes.ts'
import { openProxy } from './proxy.ts'
import { openShop, type Shop } from './shop.ts'

/**
 * Drills of a database that survives its primary: Patroni, etcd, HAProxy and PostgreSQL as Debian has them, with the
 * configuration of `deploy/`, two servers of ours, and passes being bought meanwhile.
 */

/** Writes must be acknowledged again within this time after an unplanned fault, and after a planned switchover. */
const UNPLANNED_MS = 40_000
const PLANNED_MS = 5_000
/** Orders that must be acknowledged before a fault, and again after it. */
const STEADY_ORDERS = 10
const STEADY_MS = 30_000
/** Reads that must be answered while writes stop. */
const STEADY_READS = 20
const READ_MS = 15_000
/** How long no write may be acknowledged before writes count as stopped: longer than a server of ours waits. */
const STOPPED_MS = 12_000
/** Longer than `health_interval` and `health_timeout` of `deploy/Caddyfile`. */
const NOTICED_MS = 6_000
/** `ttl` of `deploy/patroni.yml`. */
const TTL_MS = 20_000

const reason = await fetchPackages()
if (reason) process.stdout.write(`Skipped: ${reason}\n`)

describe.skipIf(reason !== null)('while passes are bought on two servers', () => {
  let folder: string
  let programs: Programs
  let cluster: Cluster
  let shop: Shop
  let buyers: Buyers
  /** Where the buyers send their requests. */
  let origins: () => string[]
  beforeAll(async () => {
    folder = await openDrillFolder()
    programs = await unpackPackages(join(folder, 'programs'))
    cluster = await openCluster(folder, programs)
    shop = await openShop(cluster.databaseUrl)
    origins = () => shop.servers.map(({ url }) => url)
    buyers = await openBuyers(shop.dataDir, () => origins())
  })
  afterAll(async () => {
    await buyers?.stop().catch(() => undefined)
    await shop?.close()
    await cluster?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Waits until orders are acknowledged steadily. */
  const steady = async (): Promise<void> => {
    const before = buyers.total()
    await waitFor('orders are acknowledged', STEADY_MS, () => buyers.total() >= before + STEADY_ORDERS)
  }
  const steadyFor = async (ms: number): Promise<void> => {
    const until = performance.now() + ms
    while (performance.now() < until) await steady()
  }
  /**
   * Buys, causes a fault and waits for its end; then compares the acknowledged orders, the bank's ledger and the
   * database. Resolves to what clients saw.
   */
  const drill = async (name: string, cause: () => Promise<void>): Promise<Sighting> => {
    await cluster.settled()
    buyers.start()
    await steady()
    buyers.mark()
    await cause()
    await steady().catch((error: unknown) => {
      throw new Error(`${JSON.stringify(buyers.sighting())}\n${shop.endings().join('\n')}`, { cause: error })
    })
    const sighting = buyers.sighting()
    await buyers.stop()
    process.stdout.write(`${name}: ${JSON.stringify(sighting)}\n`)
    expect(Object.keys(sighting.codes).filter((code) => code !== '200' && !PASSING.includes(code))).toEqual([])
    expect(await buyers.lost()).toEqual([])
    expect(await shop.differences()).toEqual([])
    expect((await shop.book()).payments.length).toBe(buyers.total())
    expect(shop.faultLines()).toEqual([])
    return sighting
  }

  const leaderName = async (): Promise<string | undefined> =>
    (await cluster.members()).find(({ role }) => role === 'leader')?.name
  const becomesPrimary = ({ name }: Node): Promise<number> =>
    waitFor(`${name} is the primary`, UNPLANNED_MS, async () => (await leaderName()) === name)
  /** Waits until no write has been acknowledged for `ms`; then expects that reads go on. */
  const readsOnly = async (ms: number): Promise<void> => {
    await waitFor('writes stop', UNPLANNED_MS + ms, () => buyers.sighting().longestGapMs > ms)
    const { orders, reads } = buyers.sighting()
    await waitFor('members read', READ_MS, () => buyers.sighting().reads >= reads + STEADY_READS)
    expect(buyers.sighting().orders).toBe(orders)
  }

  test('a planned switchover is hardly noticed', async () => {
    const { longestGapMs } = await drill('switchover', async () => {
      await cluster.switchover(await cluster.nodeWith('leader'), await cluster.nodeWith('sync_standby'))
      await cluster.settled()
    })
    expect(longestGapMs).toBeLessThan(PLANNED_MS)
  })

  test('a killed primary is replaced by its synchronous standby', async () => {
    const { longestGapMs } = await drill('primary killed', async () => {
      const [primary, standby] = [await cluster.nodeWith('leader'), await cluster.nodeWith('sync_standby')]
      cluster.killPostgres(primary)
      await becomesPrimary(standby)
    })
    expect(longestGapMs).toBeLessThan(UNPLANNED_MS)
  })

  test('a primary whose whole node is killed is replaced, and follows when it is back', async () => {
    const { longestGapMs } = await drill('node killed', async () => {
      const [primary, standby] = [await cluster.nodeWith('leader'), await cluster.nodeWith('sync_standby')]
      await cluster.killNode(primary)
      await becomesPrimary(standby)
      cluster.startNode(primary)
    })
    expect(longestGapMs).toBeLessThan(UNPLANNED_MS)
  })

  test('a primary that freezes is replaced, and acknowledges nothing when it thaws', async () => {
    const { longestGapMs } = await drill('primary frozen', async () => {
      const [primary, standby] = [await cluster.nodeWith('leader'), await cluster.nodeWith('sync_standby')]
      cluster.freeze(primary)
      await becomesPrimary(standby)
      await steady()
      cluster.thaw(primary)
    })
    expect(longestGapMs).toBeLessThan(UNPLANNED_MS)
  })

  test('a lost synchronous standby is replaced by the other one', async () => {
    const { longestGapMs } = await drill('standby lost', async () => {
      const standby = await cluster.nodeWith('sync_standby')
      await cluster.killNode(standby)
      await cluster.settled(1)
      cluster.startNode(standby)
    })
    expect(longestGapMs).toBeLessThan(UNPLANNED_MS)
  })

  test('without etcd writes stop and reads go on', async () => {
    await drill('etcd lost', async () => {
      await cluster.killEtcd()
      await readsOnly(STOPPED_MS)
      cluster.startEtcd()
      await cluster.settled()
    })
  })

  test('without etcd writes go on in the failsafe mode', async () => {
    await cluster.configure({ failsafe_mode: true })
    const { longestGapMs } = await drill('etcd lost, failsafe mode', async () => {
      await cluster.killEtcd()
      await steadyFor(1.25 * TTL_MS)
      cluster.startEtcd()
      await cluster.settled()
    })
    expect(longestGapMs).toBeLessThan(PLANNED_MS)
  })

  test('in the strict mode writes stop without any standby, and reads go on', async () => {
    await cluster.configure({ synchronous_mode_strict: true })
    await drill('standbys lost, strict mode', async () => {
      const primary = await cluster.nodeWith('leader')
      const standbys = cluster.nodes.filter((node) => node !== primary)
      for (const standby of standbys) await cluster.killNode(standby)
      await readsOnly(STOPPED_MS)
      for (const standby of standbys) cluster.startNode(standby)
      await cluster.settled()
    })
  })

  test('a rolling upgrade drops no request', async () => {
    const proxy = await openProxy(
      folder,
      programs,
      shop.servers.map(({ port }) => port),
    )
    origins = () => [proxy.url]
    const { codes, longestGapMs } = await drill('rolling upgrade', async () => {
      for (const nth of [0, 1]) {
        expect(await shop.stop(nth)).toBe(0)
        await steady()
        await shop.restart(nth)
        // The proxy must have noticed that it is ready before the other one leaves.
        await steadyFor(NOTICED_MS)
      }
    })
    expect(codes).toEqual({ '200': expect.any(Number) })
    expect(longestGapMs).toBeLessThan(PLANNED_MS)
  })
})
