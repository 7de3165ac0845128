import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxGateway } from '#server/outside/payment/sandbox/client.ts'
import { startGateway, stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { freePort } from '../../scripts/freePort.ts'

let dataDir = ''
const config = (port = 0) => ({ dataDir, host: 'localhost', sandboxPort: port })
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'harbor-gateway-'))
})
afterEach(async () => {
  await stopGateway({ config: config() })
  rmSync(dataDir, { recursive: true })
})

const order = {
  key: 'payment-1',
  amount: 49_000,
  orderNumber: 'HP-261121-7F3A',
  orderName: '24H',
  method: 'overseas_card',
  locale: 'en',
  returnUrl: 'http://localhost:9/return',
  webhookUrl: 'http://localhost:9/webhook',
} as const

test('a port that another program uses is reported in one sentence', async () => {
  const occupant = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => occupant.listen(0, 'localhost', resolve))
  const { port } = occupant.address() as AddressInfo
  await expect(startGateway({ config: config(port) })).rejects.toThrow(`needs port ${port}, which another program uses`)
  await new Promise((resolve) => occupant.close(resolve))
})

test('one process runs for a data folder, and only its owner can read its files', async () => {
  const first = await startGateway({ config: config() })
  expect(await startGateway({ config: config() })).toEqual(first)
  for (const file of ['secret', 'process.json', 'log'])
    expect(statSync(join(dataDir, 'gateway', file)).mode & 0o777).toBe(0o600)
})

test('a process without its process file is found on its port', async () => {
  const port = await freePort()
  const first = await startGateway({ config: config(port) })
  rmSync(join(dataDir, 'gateway', 'process.json'))
  expect(await startGateway({ config: config(port) })).toEqual(first)
})

test('a killed gateway restarts with its ledger', async () => {
  const first = await startGateway({ config: config() })
  const { payUrl } = await sandboxGateway(first).prepare(order)
  await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ choice: 'approve' }), redirect: 'manual' })
  await sandboxGateway(first).confirm(order.key, order.amount)
  process.kill(first.pid, 'SIGKILL')
  while (
    await sandboxGateway(first)
      .get(order.key)
      .then(
        () => true,
        () => false,
      )
  );
  const second = await startGateway({ config: config() })
  expect(second.pid).not.toBe(first.pid)
  expect(await sandboxGateway(second).get(order.key)).toMatchObject({ state: 'paid', amount: 49_000 })
})
