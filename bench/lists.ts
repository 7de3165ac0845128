import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from './server.ts'

const ROOT = join(import.meta.dirname, '..')
const CONNECTIONS = 50

export interface Rate {
  /** Answers a second, all of them 200. */
  perSecond: number
  p99: number
}

/** Loads one page of ten attractions for `seconds`. `fresh`: each address once, so that no kept answer is given. */
const load = async (port: number, seconds: number, fresh: boolean): Promise<Rate> => {
  let asked = 0
  const path = '/api/v1/attraction/list?pageNum=1&pageSize=10'
  const result = await autocannon({
    url: `http://localhost:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        path,
        // An unknown language is English: another address, the same work.
        ...(fresh && { setupRequest: (request) => ({ ...request, path: `${path}&language=x${(asked += 1)}` }) }),
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} answers were no 200`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/** Waits until the server answers. */
export const ready = async (server: ChildProcess, port: number): Promise<void> => {
  while ((await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok !== true) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Rates of kept and of fresh answers, one round after the other; on `DATABASE_URL` when there is one, else embedded. */
export const listRates = async (rounds: number, seconds = 5): Promise<{ kept: Rate[]; fresh: Rate[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  const [port, gateway] = [await freePort(), await freePort()]
  const server = spawn(process.execPath, ['--max-semi-space-size=4', 'scripts/start.ts'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, PAYMENT_SANDBOX_PORT: String(gateway) },
  })
  try {
    await ready(server, port)
    await load(port, 2, false)
    const rates: { kept: Rate[]; fresh: Rate[] } = { kept: [], fresh: [] }
    for (let round = 0; round < rounds; round += 1) {
      rates.kept.push(await load(port, seconds, false))
      rates.fresh.push(await load(port, seconds, true))
    }
    return rates
  } finally {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await gone
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
