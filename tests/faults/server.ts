import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { readBook } from './ledger.ts'
import { serverArguments } from '../../scripts/serverArguments.ts'
import { freePort } from '../../scripts/freePort.ts'
import { hasEnded, startFailure } from '../../scripts/startFailure.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_MS = 60_000

/** The server of `npm start` as a process of its own, on the embedded database; it can be killed and restarted. */
export const openServer = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'harbor-kill-'))
  const port = await freePort()
  const gatewayPort = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | null = null
  let output = ''

  /** Spawns the server without waiting until it is ready. */
  const spawnServer = () => {
    const started = spawn(process.execPath, serverArguments(), {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: String(port),
        PAYMENT_SANDBOX_PORT: String(gatewayPort),
        SANDBOX_LATE_MS: '400',
        DATA_DIR: dataDir,
        // The visitors send requests from many addresses.
        TRUSTED_PROXIES: '127.0.0.1,::1',
      },
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-8_000)
      })
    child = started
    return started
  }
  const isReady = async (): Promise<boolean> => {
    try {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) })
      await response.text()
      return response.status === 200
    } catch {
      return false // not listening yet
    }
  }

  return {
    url,
    dataDir,
    spawn: spawnServer,
    start: async () => {
      const started = spawnServer()
      const until = Date.now() + READY_MS
      while (!(await isReady())) {
        if (hasEnded(started) || Date.now() > until) throw startFailure('the server', started, output)
        await wait(25)
      }
    },
    kill: async () => {
      const dying = child
      child = null
      if (!dying || hasEnded(dying)) return
      const gone = once(dying, 'exit')
      dying.kill('SIGKILL')
      await gone
    },
    book: () => readBook(dataDir),
    /** Stops the gateway and deletes the data folder; call it after `kill`. */
    remove: async () => {
      await stopGateway({ config: { dataDir } })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Server = Awaited<ReturnType<typeof openServer>>
