import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connect } from '#server/db/connect.ts'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { compareLedger, readBook, waitForSettlement } from '../faults/ledger.ts'
import { freePort } from '../../scripts/freePort.ts'
import { launch, ready, type ServerProcess } from '../harness/process.ts'

/** Two servers of ours on one database, which share the sandbox's bank and its ledger. */

export interface ShopServer {
  url: string
  port: number
  process: ServerProcess
}

/** Starts the two servers on the database at `databaseUrl`; resolves when both are ready. */
export const openShop = async (databaseUrl: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'harbor-shop-'))
  const gatewayPort = await freePort()
  const start = async (port: number): Promise<ShopServer> => {
    const process = launch('server/main.ts', dataDir, {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PAYMENT_SANDBOX_PORT: String(gatewayPort),
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // As the files of `deploy/` have it.
      STOP_DELAY_S: '5',
      // A few members make the load of many.
      WRITES_PER_MINUTE: '1000000',
    })
    return { url: await ready(process), port, process }
  }
  // One after the other: the first one starts the bank, which the second one finds.
  const servers = [await start(await freePort()), await start(await freePort())]
  const book = () => readBook(dataDir)

  return {
    dataDir,
    servers,
    /** Stops a server by SIGTERM; resolves to its exit code. */
    stop: async (nth: number): Promise<number | null> => {
      servers[nth]?.process.child.kill('SIGTERM')
      return (await servers[nth]?.process.exitCode) ?? null
    },
    /** Starts a stopped server at its port. */
    restart: async (nth: number): Promise<void> => {
      servers[nth] = await start(servers[nth]?.port ?? 0)
    },
    /** Waits until all payments are settled; resolves to what differs between the bank's ledger and the database. */
    differences: async (): Promise<string[]> => {
      await waitForSettlement(book)
      const connected = await connect({ databaseUrl, dataDir }, pino({ level: 'silent' }))
      try {
        return await compareLedger(await book(), connected.db)
      } finally {
        await connected.close()
      }
    },
    book,
    /** Lines of the log that report a fault of the server. */
    faultLines: (): string[] =>
      readFileSync(join(dataDir, 'server.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('unforeseen error')),
    /** Last lines of the servers that have ended by themselves. */
    endings: (): string[] =>
      servers
        .filter(({ process: { child } }) => child.exitCode !== null)
        .map(({ process }) => process.output().slice(-2_000)),
    close: async (): Promise<void> => {
      for (const { process } of servers) process.child.kill('SIGKILL')
      await Promise.all(servers.map(({ process }) => process.exitCode))
      await stopGateway({ config: { dataDir } })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>
