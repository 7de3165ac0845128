import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxGateway } from '#server/outside/payment/sandbox/client.ts'
import { startGateway, stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { isAlive } from '#server/isAlive.ts'
import { freePort } from '../../scripts/freePort.ts'
import { gatewaysOf } from '../harness/gateways.ts'
import { ROOT } from '../harness/process.ts'

let dataDir = ''
const config = (port = 0) => ({ dataDir, host: 'localhost', sandboxPort: port })
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'harbor-gateway-'))
})
afterEach(async () => {
  await stopGateway({ config: config() })
  // What a failed test has left.
  if (process.platform === 'linux') for (const pid of gatewaysOf(dataDir)) process.kill(pid, 'SIGKILL')
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

/** Puts a network that loses its first connection between the servers of the folder and its gateway. */
const loseFirstAnswer = async (url: string): Promise<() => void> => {
  let isFirst = true
  const network = createServer((socket) => {
    if (isFirst) {
      isFirst = false
      socket.once('data', () => socket.destroy())
      return
    }
    const gateway = connect({ host: 'localhost', port: Number(new URL(url).port) })
    for (const side of [socket, gateway]) side.on('error', () => undefined)
    socket.pipe(gateway).pipe(socket)
  })
  await once(network.listen(0, 'localhost'), 'listening')
  const file = join(dataDir, 'gateway', 'process.json')
  const record = JSON.parse(readFileSync(file, 'utf8')) as object
  const { port } = network.address() as AddressInfo
  writeFileSync(file, JSON.stringify({ ...record, url: `http://localhost:${port}` }))
  return () => network.close()
}

test('a gateway whose first answer is lost is stopped all the same', async () => {
  const { url, pid } = await startGateway({ config: config() })
  const close = await loseFirstAnswer(url)
  await stopGateway({ config: config() })
  expect(isAlive(pid)).toBe(false)
  close()
})

test('a gateway whose first answer is lost gets no second process beside it', async () => {
  const first = await startGateway({ config: config() })
  const close = await loseFirstAnswer(first.url)
  expect((await startGateway({ config: config() })).pid).toBe(first.pid)
  await stopGateway({ config: config() })
  close()
})

test('two servers that start a gateway at the same time share one process', async () => {
  const [first, second] = await Promise.all([startGateway({ config: config() }), startGateway({ config: config() })])
  expect(second).toEqual(first)
})

test.runIf(process.platform === 'linux')(
  'a server that is killed while its gateway starts leaves none that nothing can end',
  async () => {
    const program = `const { startGateway } = await import('#server/outside/payment/sandbox/start.ts')
    await startGateway({ config: ${JSON.stringify(config())} })`
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT, stdio: 'inherit' })
    const gone = once(server, 'exit')
    await expect.poll(() => gatewaysOf(dataDir), { interval: 1, timeout: 20_000 }).toHaveLength(1)
    server.kill('SIGKILL')
    await gone
    // It ends by itself, or has recorded itself before the kill.
    await expect
      .poll(async () => [await stopGateway({ config: config() }), gatewaysOf(dataDir)])
      .toEqual([undefined, []])
  },
)

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
