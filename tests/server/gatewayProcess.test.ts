import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { seedDataFolder } from '../harness/app.ts'
import { gatewaysOf } from '../harness/gateways.ts'
import { launch, ready, type ServerProcess } from '../harness/process.ts'

const SLOW_MS = 240_000

/** Starts an unrelated HTTP server. */
const openStranger = async (answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

describe.runIf(process.platform === 'linux')('the sandbox gateway beside its server', () => {
  let dataDir: string
  const started: ServerProcess[] = []
  const start = (env = {}, script = 'server/main.ts'): ServerProcess => {
    const running = launch(script, dataDir, env)
    started.push(running)
    return running
  }
  const end = async ({ child, exitCode }: ServerProcess, signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return exitCode
  }
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'harbor-gateway-'))
    seedDataFolder(dataDir)
  })
  afterEach(async () => {
    for (const running of started.splice(0)) await end(running, 'SIGKILL')
    await stopGateway({ config: { dataDir } })
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with a server that stops at %s',
    async (signal) => {
      const running = start()
      await ready(running)
      expect(gatewaysOf(dataDir)).toHaveLength(1)
      expect(await end(running, signal)).toBe(0)
      expect(gatewaysOf(dataDir)).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'ends with a server that is stopped during its start',
    async () => {
      const running = start()
      // Created just before the gateway starts.
      await expect.poll(() => existsSync(join(dataDir, 'gateway', 'log')), { timeout: SLOW_MS / 2 }).toBe(true)
      await end(running, 'SIGTERM')
      expect(gatewaysOf(dataDir)).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'ends with a server that refuses to start',
    async () => {
      const stranger = await openStranger((_request, response) => response.end())
      const running = start({ SNS_SANDBOX_PORT: String(stranger.port) })
      expect(await running.exitCode).toBe(1)
      expect(running.output().trim().split('\n')).toHaveLength(1)
      expect(running.output()).toContain(`needs port ${stranger.port}`)
      expect(running.output()).toContain('SNS_SANDBOX_PORT')
      expect(readdirSync(join(dataDir, 'gateway'))).toContain('log')
      expect(gatewaysOf(dataDir)).toEqual([])
      await stranger.close()
    },
    SLOW_MS,
  )

  test(
    'survives a killed server, and the next server uses it and ends it',
    async () => {
      const first = start()
      await ready(first)
      const living = gatewaysOf(dataDir)
      expect(living).toHaveLength(1)
      await end(first, 'SIGKILL')
      expect(gatewaysOf(dataDir)).toEqual(living)
      const second = start()
      await ready(second)
      expect(gatewaysOf(dataDir)).toEqual(living)
      expect(await end(second, 'SIGTERM')).toBe(0)
      expect(gatewaysOf(dataDir)).toEqual([])
    },
    SLOW_MS,
  )

  test(
    'does not touch another program on its port, whatever that claims, and sends it no secret',
    async () => {
      const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      const heard: string[] = []
      const stranger = await openStranger((request, response) => {
        heard.push(`${request.url} ${JSON.stringify(request.headers)}`)
        response.end(JSON.stringify({ pid: bystander.pid, proof: 'mine' }))
      })
      const running = start({ PAYMENT_SANDBOX_PORT: String(stranger.port) })
      expect(await running.exitCode).toBe(1)
      expect(running.output().trim()).toBe(
        `The sandbox payment gateway needs port ${stranger.port}, which another program uses: choose one with PAYMENT_SANDBOX_PORT.`,
      )
      const secret = readFileSync(join(dataDir, 'gateway', 'secret'), 'utf8')
      expect(heard.length).toBeGreaterThan(0)
      expect(heard.join('\n')).not.toContain(secret)
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
      expect(gatewaysOf(dataDir)).toEqual([])
      bystander.kill()
      await stranger.close()
    },
    SLOW_MS,
  )
})

describe.runIf(process.platform === 'linux')('a development server whose port is taken', () => {
  test(
    'leaves no process behind',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'harbor-dev-'))
      const stranger = await openStranger((_request, response) => response.end())
      const running = launch('scripts/dev.ts', dataDir, { PORT: String(stranger.port) })
      // Its output ends when the last process that writes to it has ended.
      expect(await running.exitCode).toBe(1)
      expect(running.output().trim()).toBe(
        `Port ${stranger.port} is used by another program; choose another with PORT.`,
      )
      expect(gatewaysOf(dataDir)).toEqual([])
      await stranger.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
    SLOW_MS,
  )
})
