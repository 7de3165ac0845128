import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { seedDataFolder } from '../harness/app.ts'
import { launch, ready, write, type ServerProcess } from '../harness/process.ts'

/** How a server leaves at SIGTERM while a proxy holds connections to it. */

/** The server gives up after 20 s. */
const SOON_MS = 15_000
const STOPPING = 'Stopping:'

let dataDir: string
let running: ServerProcess | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'harbor-stop-'))
  seedDataFolder(dataDir)
})
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.exitCode
  await stopGateway({ config: { dataDir } })
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends SIGTERM; resolves when the server has noticed it. */
const terminate = async ({ child, output }: ServerProcess): Promise<void> => {
  child.kill('SIGTERM')
  while (!output().includes(STOPPING)) await once(child.stdout ?? child, 'data')
}
/** Resolves when the text that arrives at a socket has `wanted`. */
const receive = async (socket: Socket, wanted: string): Promise<string> => {
  let text = ''
  while (!text.includes(wanted)) text += String((await once(socket, 'data'))[0])
  return text
}

test('answers what is under way, and leaves although a proxy keeps that connection open', async () => {
  running = launch('server/main.ts', dataDir)
  const { hostname, port } = new URL(await ready(running))
  const socket = connect(Number(port), hostname)
  const body = JSON.stringify({ email: 'guest@mail.example', content: 'Under way' })
  // Both requests arrive at once: with the answer to the first one, the second one is under way.
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  socket.write(
    `POST /api/v1/inquiry/insertInquiry HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nIdempotency-Key: key-under-way\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  )
  await receive(socket, 'alive')
  await terminate(running)
  const began = performance.now()
  socket.write(body)
  expect(await receive(socket, '"number"')).toContain('HTTP/1.1 200')
  expect(await running.exitCode).toBe(0)
  expect(performance.now() - began).toBeLessThan(SOON_MS)
})

test('with STOP_DELAY_S serves on for that time, is not ready, and keeps no connection open', async () => {
  running = launch('server/main.ts', dataDir, { STOP_DELAY_S: '10' })
  const address = await ready(running)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  await terminate(running)
  const readiness = await fetch(`${address}/readyz`)
  expect([readiness.status, await readiness.json()]).toEqual([503, { ready: false }])
  expect(readiness.headers.get('connection')).toBe('close')
  expect(await write(address, 'Still served')).toMatch(/^Q-/)
  expect(await running.exitCode).toBe(0)
})
