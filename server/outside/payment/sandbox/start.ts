import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { httpRequest } from '#server/outside/httpRequest.ts'
import { shareLock } from '#server/db/lock.ts'
import { ConfigError } from '#server/settings.ts'
import { isAlive } from '#server/isAlive.ts'
import { isProcessProof } from './processProof.ts'

export interface SandboxConfig {
  dataDir: string
  host: string
  /** Port of the process; 0 lets the system choose. */
  sandboxPort: number
}

export interface LivingGateway {
  /** Address at which the shop reaches it. */
  url: string
  secret: string
  pid: number
}

const STARTS_WITHIN_MS = 15_000
const ENDS_WITHIN_MS = 5_000

/**
 * Resolves to the id of the process that answers at `url` and proves that it has our secret; null if there is none. The
 * secret is not sent, because another program may listen there and claim any id.
 */
const provenPid = async ({ url, secret }: { url: string; secret: string }): Promise<number | null> => {
  try {
    const nonce = randomBytes(16).toString('base64url')
    const { status, body } = await httpRequest(`${url}/identity/${nonce}`, { method: 'GET', timeoutMs: 2_000 })
    const { pid, proof } = JSON.parse(body) as { pid?: unknown; proof?: unknown }
    if (status !== 200 || typeof pid !== 'number' || typeof proof !== 'string') return null
    return isProcessProof(proof, secret, { nonce, pid }) ? pid : null
  } catch {
    return null // no gateway answers
  }
}

const readNote = (dir: string): LivingGateway | null => {
  try {
    return JSON.parse(readFileSync(join(dir, 'process.json'), 'utf8')) as LivingGateway
  } catch {
    return null // never started, or only partly written
  }
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

/**
 * Resolves to the running sandbox gateway of this data folder, or starts one as a detached process, which outlives this
 * one. Throws `ConfigError` when another program uses its port or it does not start; then no process is left behind.
 */
export const startGateway = async ({ config }: { config: SandboxConfig }): Promise<LivingGateway> => {
  const dir = join(config.dataDir, 'gateway')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const recordedGateway = readNote(dir)
  if (recordedGateway && (await provenPid(recordedGateway)) === recordedGateway.pid) return recordedGateway

  const secret = secretOf(dir)
  const note = (url: string, pid: number): LivingGateway => {
    const gateway = { url, secret, pid }
    writeFileSync(join(dir, 'process.json'), JSON.stringify(gateway), { mode: 0o600, flush: true })
    return gateway
  }
  const { host, sandboxPort } = config
  const usual = `http://${host.includes(':') ? `[${host}]` : host}:${sandboxPort}`
  // A server may have started it and been killed before it wrote `process.json`.
  const pid = sandboxPort === 0 ? null : await provenPid({ url: usual, secret })
  if (pid !== null) return note(usual, pid)

  const log = join(dir, 'log')
  const logFd = openSync(log, 'w', 0o600)
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    detached: true,
    stdio: ['ignore', logFd, logFd],
    env: {
      ...process.env,
      SANDBOX_DIR: dir,
      SANDBOX_SECRET: secret,
      SANDBOX_HOST: host,
      SANDBOX_PORT: String(sandboxPort),
    },
  })
  child.unref()
  const until = Date.now() + STARTS_WITHIN_MS
  while (child.exitCode === null && Date.now() < until) {
    const url = /^\{"url":"(.+?)"\}$/m.exec(readFileSync(log, 'utf8'))?.[1]
    if (url && child.pid) return note(url, child.pid)
    await wait(30)
  }
  child.kill('SIGKILL')
  throw new ConfigError(
    readFileSync(log, 'utf8').includes('EADDRINUSE')
      ? `The sandbox payment gateway needs port ${sandboxPort}, which another program uses: choose one with PAYMENT_SANDBOX_PORT.`
      : `The sandbox payment gateway did not start: see ${log}.`,
  )
}

/** Stops the running gateway of this data folder, if its process proves its identity; no other process is killed. */
export const stopGateway = async ({ config }: { config: Pick<SandboxConfig, 'dataDir'> }): Promise<void> => {
  const recordedGateway = readNote(join(config.dataDir, 'gateway'))
  if (!recordedGateway || (await provenPid(recordedGateway)) !== recordedGateway.pid) return
  process.kill(recordedGateway.pid, 'SIGTERM')
  const until = Date.now() + ENDS_WITHIN_MS
  while (isAlive(recordedGateway.pid) && Date.now() < until) await wait(10)
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
