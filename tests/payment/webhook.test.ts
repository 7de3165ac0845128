import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOneGateway } from '#server/outside/payment/portone/client.ts'
import { isGenuine, signedHeaders } from '#server/outside/payment/signature.ts'
import type { Gateway } from '#server/outside/payment/gateway.ts'
import { openPortOne, type FakePortOne } from './portone.ts'
import { openShop } from './shop.ts'

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const PATH = '/api/v1/payment/webhook'

test('a signature needs each of its headers exactly once and not empty', () => {
  const now = Date.now()
  const body = Buffer.from('{}')
  const good = signedHeaders('secret', body, now)
  expect(isGenuine('secret', body, good, now)).toBe(true)
  for (const name of NAMES) {
    const value = good[name] ?? ''
    const { [name]: _, ...without } = good
    for (const headers of [
      without,
      { ...good, [name]: '' },
      { ...good, [name]: [value, value] },
      { ...good, [name]: `${value}, ${value}` },
    ])
      expect([name, isGenuine('secret', body, headers, now)]).toEqual([name, false])
  }
})

describe.each(['sandbox', 'portone'] as const)('messages of %s over HTTP', (kind) => {
  let portOne: FakePortOne
  let shop: Awaited<ReturnType<typeof openShop>>
  let requests = 0
  let address = ''
  /** Counts the requests to the gateway. */
  const counted = (gateway: Gateway): Gateway => ({
    ...gateway,
    get: (key) => {
      requests += 1
      return gateway.get(key)
    },
    confirm: (key, amount) => {
      requests += 1
      return gateway.confirm(key, amount)
    },
  })
  beforeAll(async () => {
    portOne = await openPortOne()
    shop = await openShop({
      engine: 'embedded',
      wrap: (gateway) => counted(kind === 'sandbox' ? gateway : portOneGateway(portOne.account)),
    })
    address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await shop.close()
    await portOne.close()
  })

  const message = () => {
    const body = Buffer.from(
      JSON.stringify(
        kind === 'sandbox'
          ? { type: 'payment.paid', key: 'payment-none' }
          : { type: 'Transaction.Paid', data: { storeId: portOne.account.storeId, paymentId: 'payment-none' } },
      ),
    )
    const secret =
      kind === 'sandbox' ? shop.bank.secret : Buffer.from(portOne.account.webhookSecret.replace('whsec_', ''), 'base64')
    return { body, headers: signedHeaders(secret, body, shop.deps.clock()) }
  }
  /** Sends raw bytes, so that a header can be empty or repeated. */
  const send = (headers: [string, string][], body: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      let text = ''
      socket.on('data', (bytes) => {
        text += bytes.toString()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])))
      const lines = [
        `POST ${PATH} HTTP/1.1`,
        'host: localhost',
        'connection: close',
        'content-type: application/json',
        `content-length: ${body.length}`,
        ...headers.map(([name, value]) => `${name}: ${value}`),
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      socket.write(body)
    })

  test('are refused without a request to the gateway when a header is missing, empty or repeated', async () => {
    for (const name of NAMES) {
      const { body, headers } = message()
      const all = Object.entries(headers)
      const own = all.filter(([one]) => one === name)
      const rest = all.filter(([one]) => one !== name)
      for (const sent of [rest, [...rest, [name, '']], [...all, ...own]] as [string, string][][])
        expect([name, sent.length, await send(sent, body)]).toEqual([name, sent.length, 422])
    }
    expect(requests).toBe(0)
    const { body, headers } = message()
    expect(await send(Object.entries(headers), body)).not.toBe(422)
  })
})
