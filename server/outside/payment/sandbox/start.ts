import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { httpRequest } from '#server/outside/httpRequest.ts'
import { shareLock } from '#server/db/lock.ts'
import { ConfigError } from '#server/settings.ts'
import { isAlive } from '#server/isAlive.ts'
import { readProcessFile, TAKEN_EXIT_CODE, writeProcessFile, type LivingGateway } from './processFile.ts'
import { isProcessProof } from './processProof.ts'

export interface SandboxConfig {
  dataDir: string
  host: string
  /** Port of the process; 0 lets the system choose. */
  sandboxPort: number
}

const STARTS_WITHIN_MS = 15_000
const ANSWERS_WITHIN_MS = 10_000
const ENDS_WITHIN_MS = 5_000
const RETRY_MS = 30

/**
 * Resolves to the id of the process that answers at `url` and proves that it has our secret; null if another program
 * answers or the port is closed; undefined if no answer came. The secret is not sent, because another program may
 * listen there and claim any id.
 */
const askPid = async ({ url, secret }: { url: string; secret: string }): Promise<number | null | undefined> => {
  const nonce = randomBytes(16).toString('base64url')
  let answer
  try {
    answer = await httpRequest(`${url}/identity/${nonce}`, { method: 'GET', timeoutMs: 2_000 })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? null : undefined
  }
  try {
    const { pid, proof } = JSON.parse(answer.body) as { pid?: unknown; proof?: unknown }
    if (answer.status !== 200 || typeof pid !== 'number' || typeof proof !== 'string') return null
    return isProcessProof(proof, secret, { nonce, pid }) ? pid : null
  } catch {
    return null // not JSON: another program
  }
}

/** Resolves to the recorded gateway of a folder, if its process proves its identity at the first try. */
const recordedGateway = async (dir: string): Promise<LivingGateway | null> => {
  const gateway = readProcessFile(dir)
  return gateway && (await askPid(gateway)) === gateway.pid ? gateway : null
}

/** Returns the secret of the folder, which is created once and shared by all its gateway processes. */
const secretOf = (dir: string): string => {
  const file = join(dir, 'secret')
  if (!existsSync(file)) {
    const fresh = join(dir, `secret.${process.pid}`)
    writeFileSync(fresh, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    renameSync(fresh, file)
  }
  return readFileSync(file, 'utf8')
}

/** Starts a gateway process. Resolves to its record; to its exit code if it ends; undefined if it does neither in time. */
const spawnGateway = async (
  dir: string,
  { host, sandboxPort }: SandboxConfig,
  secret: string,
  until: number,
): Promise<LivingGateway | number | undefined> => {
  const logFd = openSync(join(dir, 'log'), 'a', 0o600)
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    detached: true,
    stdio: ['ignore', logFd, logFd],
    env: {
      ...process.env,
      SANDBOX_DIR: dir,
      SANDBOX_SECRET: secret,
      SANDBOX_SERVER: String(process.pid),
      SANDBOX_HOST: host,
      SANDBOX_PORT: String(sandboxPort),
    },
  })
  closeSync(logFd)
  child.unref()
  while (child.exitCode === null && Date.now() < until) {
    const gateway = readProcessFile(dir)
    if (gateway && gateway.pid === child.pid) return gateway
    await wait(RETRY_MS)
  }
  child.kill('SIGKILL')
  return child.exitCode ?? undefined
}

/**
 * Resolves to the running sandbox gateway of this data folder, or starts one as a detached process, which outlives this
 * one. Throws `ConfigError` when another program uses its port or it does not start; then no process is left behind.
 */
export const startGateway = async ({ config }: { config: SandboxConfig }): Promise<LivingGateway> => {
  const dir = join(config.dataDir, 'gateway')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const running = await recordedGateway(dir)
  if (running) return running

  const secret = secretOf(dir)
  const { host, sandboxPort } = config
  const usual = `http://${host.includes(':') ? `[${host}]` : host}:${sandboxPort}`
  // Its record is lost.
  const pid = sandboxPort === 0 ? null : await askPid({ url: usual, secret })
  if (typeof pid === 'number') {
    const gateway = { url: usual, secret, pid }
    writeProcessFile(dir, gateway)
    return gateway
  }

  const until = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    const started = await spawnGateway(dir, config, secret, until)
    if (typeof started === 'object') return started
    // One runs that did not answer, or another server starts one, or the last one is still ending.
    if (started !== TAKEN_EXIT_CODE || Date.now() > until) break
    const living = await recordedGateway(dir)
    if (living) return living
  }
  const log = join(dir, 'log')
  throw new ConfigError(
    readFileSync(log, 'utf8').includes('EADDRINUSE')
      ? `The sandbox payment gateway needs port ${sandboxPort}, which another program uses: choose one with PAYMENT_SANDBOX_PORT.`
      : `The sandbox payment gateway did not start: see ${log}.`,
  )
}

/**
 * Stops the running gateway of this data folder, if its process proves its identity; no other process is killed. While
 * the recorded process runs and gives no answer, which a busy machine delays, it is asked for 10 s.
 */
export const stopGateway = async ({ config }: { config: Pick<SandboxConfig, 'dataDir'> }): Promise<void> => {
  const gateway = readProcessFile(join(config.dataDir, 'gateway'))
  if (!gateway) return
  const askUntil = Date.now() + ANSWERS_WITHIN_MS
  let pid = await askPid(gateway)
  while (pid === undefined && isAlive(gateway.pid) && Date.now() < askUntil) {
    await wait(RETRY_MS)
    pid = await askPid(gateway)
  }
  if (pid !== gateway.pid || !isAlive(pid)) return
  process.kill(pid, 'SIGTERM')
  const until = Date.now() + ENDS_WITHIN_MS
  while (isAlive(pid) && Date.now() < until) await wait(10)
}

export interface SharedGateway extends LivingGateway {
  /** Stops the gateway, unless another server of the data folder uses it. A second call waits for the first. */
  close: () => Promise<void>
}

/** Starts the gateway for a server, as `startGateway` does. The last server of the data folder that closes stops it. */
export const shareGateway = async ({ config }: { config: SandboxConfig }): Promise<SharedGateway> => {
  const dir = join(config.dataDir, 'gateway')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // A lock of the operating system, which is released when a server is killed.
  const use = shareLock(join(dir, 'used'))
  const leave = async (): Promise<void> => {
    try {
      if (use.isLast()) await stopGateway({ config })
    } finally {
      use.close()
    }
  }
  try {
    const gateway = await startGateway({ config })
    let closing: Promise<void> | undefined
    return { ...gateway, close: () => (closing ??= leave()) }
  } catch (error) {
    use.close()
    throw error
  }
}
