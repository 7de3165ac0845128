import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'

const ROOT = join(import.meta.dirname, '..')

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const startOnce = async (folder: string): Promise<number> => {
  const [port, gateway] = [await freePort(), await freePort()]
  const began = performance.now()
  const server = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, PAYMENT_SANDBOX_PORT: String(gateway) },
  })
  const ready = async (): Promise<boolean> =>
    (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok === true
  while (!(await ready())) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const ms = performance.now() - began
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
  return ms
}

/** Ms from the start to ready, on a folder that is seeded already. */
export const startTimes = async (rounds: number): Promise<number[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  try {
    await startOnce(folder)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await startOnce(folder))
    return times
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until the server answers. */
const ready = async (server: ChildProcess, port: number): Promise<void> => {
  while ((await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok !== true) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Runs `work` against a server of its own: on a new folder, or on `DATABASE_URL` when there is one. `prepare` fills the
 * folder before the server opens it. The sandbox gateway, which outlives its server, ends with it here.
 */
export const serving = async <Prepared, Result>(
  prepare: (folder: string) => Promise<Prepared>,
  work: (port: number, prepared: Prepared) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  const prepared = await prepare(folder)
  const [port, gateway] = [await freePort(), await freePort()]
  const server = spawn(process.execPath, ['--max-semi-space-size=4', 'scripts/start.ts'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, PAYMENT_SANDBOX_PORT: String(gateway) },
  })
  try {
    await ready(server, port)
    return await work(port, prepared)
  } finally {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await gone
    }
    await stopGateway({ config: { dataDir: folder } })
    rmSync(folder, { recursive: true, force: true })
  }
}
