import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { freePort } from '../scripts/freePort.ts'

const ROOT = join(import.meta.dirname, '..')

/** Idle time before the memory is measured. */
const REST_MS = 5_000

/** Resident memory of a process, MB. */
const residentMbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Units per second in which the system counts processor time. */
const TICKS = 100

/** Processor time that processes have used so far, ms. */
export const processorMsOf = (pids: number[]): number => {
  let ticks = 0
  for (const pid of pids) {
    // After the name, which may contain anything: the 12th and 13th fields are user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return (ticks / TICKS) * 1000
}

/**
 * The server's environment. Without `NODE_ENV`, which a build in this process sets: a production server refuses the
 * payment sandbox.
 */
const environment = (folder: string, port: number, gateway: number): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: undefined,
  PORT: String(port),
  DATA_DIR: folder,
  PAYMENT_SANDBOX_PORT: String(gateway),
  // A few members make the load of many, so the limit is lifted.
  WRITES_PER_MINUTE: '1000000',
})

/** Whether a process has ended by itself, or was ended by a signal. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
const endOf = ({ exitCode, signalCode }: ChildProcess): string => `the server ended with ${exitCode ?? signalCode}`

const startOnce = async (folder: string): Promise<{ ms: number; mb: number }> => {
  const [port, gateway] = [await freePort(), await freePort()]
  const began = performance.now()
  const server = spawn(process.execPath, ['--max-semi-space-size=4', 'scripts/start.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment(folder, port, gateway),
  })
  const ready = async (): Promise<boolean> =>
    (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok === true
  while (!(await ready())) {
    if (hasEnded(server)) throw new Error(endOf(server))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const ms = performance.now() - began
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const mb = residentMbOf(server.pid ?? 0)
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
  return { ms, mb }
}

/** Time from the start to ready (ms) and idle memory (MB), on a folder or a `DATABASE_URL` that is seeded already. */
export const starts = async (rounds: number): Promise<{ ms: number; mb: number }[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  try {
    await startOnce(folder)
    const startups: { ms: number; mb: number }[] = []
    for (let round = 0; round < rounds; round += 1) startups.push(await startOnce(folder))
    return startups
  } finally {
    await stopGateway({ config: { dataDir: folder } })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until the server answers. `log`: the file that it writes to. */
const ready = async (server: ChildProcess, port: number, log: string): Promise<void> => {
  while ((await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok !== true) {
    if (hasEnded(server)) throw new Error(`${endOf(server)}: ${readFileSync(log, 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export interface ServerRun<Prepared, Result> {
  /** Fills the folder before a server opens it. */
  prepare: (folder: string) => Promise<Prepared>
  work: (ports: number[], prepared: Prepared, pids: number[], servers: ChildProcess[]) => Promise<Result>
  /** Number of servers on one database, which must be PostgreSQL for more than one. */
  processes?: number
  /** Runs when the servers have stopped, while their folder still exists. */
  afterwards?: (folder: string, result: Result) => Promise<Result>
  /** Arguments of Node before the script. */
  nodeArguments?: readonly string[]
  /** Further environment variables. */
  env?: Record<string, string>
}

/**
 * Runs `work` against servers of its own, on a new folder, or on `DATABASE_URL` if set. Also stops the sandbox gateway,
 * which outlives a killed server.
 */
export const withServers = async <Prepared, Result>({
  prepare,
  work,
  processes = 1,
  afterwards = (_folder, result) => Promise.resolve(result),
  nodeArguments = [],
  env = {},
}: ServerRun<Prepared, Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  const prepared = await prepare(folder)
  const gateway = await freePort()
  const servers: { port: number; process: ChildProcess }[] = []
  const stop = async (): Promise<void> => {
    for (const { process: server } of servers) {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      if (hasEnded(server)) continue
      server.kill('SIGTERM')
      await gone
    }
  }
  try {
    for (let nth = 0; nth < processes; nth += 1) {
      const port = await freePort()
      const log = join(folder, `server-${nth}.log`)
      const written = openSync(log, 'w')
      const server = spawn(process.execPath, ['--max-semi-space-size=4', ...nodeArguments, 'scripts/start.ts'], {
        cwd: ROOT,
        // The channel is for what `nodeArguments` preload.
        stdio: ['ignore', written, written, 'ipc'],
        env: { ...environment(folder, port, gateway), ...env },
      })
      closeSync(written)
      servers.push({ port, process: server })
      await ready(server, port, log)
    }
    const result = await work(
      servers.map(({ port }) => port),
      prepared,
      servers.map(({ process: { pid = 0 } }) => pid),
      servers.map(({ process: server }) => server),
    )
    await stop()
    return await afterwards(folder, result)
  } finally {
    await stop()
    await stopGateway({ config: { dataDir: folder } })
    rmSync(folder, { recursive: true, force: true })
  }
}
