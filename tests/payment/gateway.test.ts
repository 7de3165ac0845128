import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { GatewayRefused, GatewayUnknown, type Prepare } from '#server/outside/payment/gateway.ts'
import { sandboxGateway } from '#server/outside/payment/sandbox/client.ts'
import { isGenuine, signedHeaders } from '#server/outside/payment/signature.ts'
import { type Bank, openBank } from './bank.ts'

interface Message {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A shop that records the messages that it gets, and answers with `refusals` first. */
const openShop = async () => {
  const messages: Message[] = []
  const refusals: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      messages.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(refusals.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    })
  return { url, messages, refusals, close }
}

let bank: Bank
let shop: Awaited<ReturnType<typeof openShop>>
beforeEach(async () => {
  shop = await openShop()
  bank = await openBank()
})
afterEach(async () => {
  await bank.close()
  await shop.close()
})

const order = (over: Partial<Prepare> = {}): Prepare => ({
  key: 'payment-1',
  amount: 98_000,
  orderNumber: 'HP-261121-7F3A',
  orderName: '24H <Mobile> Pass × 2',
  method: 'overseas_card',
  locale: 'cht',
  returnUrl: `${shop.url}/return?ordUid=1`,
  webhookUrl: `${shop.url}/webhook`,
  ...over,
})
const refusal = (code: string) => expect.objectContaining({ name: 'GatewayRefused', code })
const types = () => shop.messages.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type)

test('without the secret no payment can be read or confirmed', async () => {
  await bank.gateway.prepare(order())
  const stranger = sandboxGateway({ url: bank.url, secret: 'a secret of someone else' })
  await expect(stranger.get('payment-1')).rejects.toThrow(GatewayUnknown)
  await expect(stranger.confirm('payment-1', 98_000)).rejects.toThrow(GatewayUnknown)
  expect((await fetch(`${bank.url}/book`)).status).toBe(401)
})

test('a gateway that does not answer throws GatewayUnknown, not GatewayRefused', async () => {
  const away = sandboxGateway({ url: 'http://127.0.0.1:9', secret: bank.secret })
  await expect(away.get('payment-1')).rejects.toThrow(GatewayUnknown)
})

test('prepare: one key is one payment of one amount', async () => {
  const first = await bank.gateway.prepare(order())
  expect(first).toMatchObject({ key: 'payment-1', state: 'ready', amount: 98_000, reason: null })
  await expect(bank.gateway.prepare(order({ amount: 49_000 }))).rejects.toEqual(refusal('key_reused'))
  expect(await bank.gateway.prepare(order())).toEqual(first)
  expect(bank.book().payments).toHaveLength(1)
  expect(await bank.gateway.get('payment-2')).toBeNull()
})

test('a payment is charged when it is confirmed, and once when it is confirmed twice', async () => {
  const { payUrl } = await bank.gateway.prepare(order())
  await expect(bank.gateway.confirm('payment-1', 98_000)).rejects.toEqual(refusal('not_authorised'))
  await expect(bank.gateway.confirm('payment-2', 98_000)).rejects.toEqual(refusal('unknown_payment'))
  await bank.press(payUrl, 'approve')
  expect(bank.keptKrw('payment-1')).toBe(0)
  await expect(bank.gateway.confirm('payment-1', 97_999)).rejects.toEqual(refusal('amount'))
  expect(await bank.gateway.confirm('payment-1', 98_000)).toMatchObject({ state: 'paid' })
  expect(await bank.gateway.confirm('payment-1', 98_000)).toMatchObject({ state: 'paid' })
  expect(bank.keptKrw('payment-1')).toBe(98_000)
})

describe('cancel', () => {
  test('refuses an unpaid payment, too large an amount, and a key with another amount', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    await expect(bank.gateway.cancel('payment-1', 98_000, 'back')).rejects.toEqual(refusal('not_paid'))
    await bank.press(payUrl, 'approve')
    await bank.gateway.confirm('payment-1', 98_000)
    await expect(bank.gateway.cancel('payment-1', 98_001, 'back')).rejects.toEqual(refusal('amount'))
    await bank.gateway.cancel('payment-1', 49_000, 'unit-1')
    await expect(bank.gateway.cancel('payment-1', 1_000, 'unit-1')).rejects.toEqual(refusal('key_reused'))
    await expect(bank.gateway.cancel('payment-1', 49_001, 'unit-2')).rejects.toEqual(refusal('amount'))
    expect(bank.keptKrw('payment-1')).toBe(49_000)
  })

  test('one key refunds once, and a payment that is refunded in full is cancelled', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    await bank.press(payUrl, 'approve')
    await bank.gateway.confirm('payment-1', 98_000)
    expect(await bank.gateway.cancel('payment-1', 49_000, 'unit-1')).toMatchObject({ state: 'paid' })
    expect(await bank.gateway.cancel('payment-1', 49_000, 'unit-1')).toMatchObject({ state: 'paid' })
    expect(await bank.gateway.cancel('payment-1', 49_000, 'unit-2')).toMatchObject({ state: 'cancelled' })
    expect(bank.keptKrw('payment-1')).toBe(0)
  })

  test('releases an authorisation, which then cannot be charged', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    await bank.press(payUrl, 'approve')
    expect(await bank.gateway.cancel('payment-1', 98_000, 'back')).toMatchObject({ state: 'cancelled' })
    await expect(bank.gateway.confirm('payment-1', 98_000)).rejects.toThrow(GatewayRefused)
    expect(bank.book().lines.map(({ what }) => what)).toEqual(['authorised', 'released'])
  })
})

describe('the page', () => {
  test('is shown in every language, escapes markup, and allows no script', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    const titles = new Set<string>()
    for (const locale of LOCALES) {
      const url = new URL(payUrl)
      url.searchParams.set('lang', locale)
      const response = await fetch(url)
      const html = await response.text()
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(html).toContain('24H &lt;Mobile&gt; Pass × 2')
      expect(html).toMatch(/₩\s?98,000|￦\s?98,000/)
      expect(html.match(/<button /g)).toHaveLength(6)
      titles.add(/<h2[^>]*>(.+?)</.exec(html)?.[1] ?? '')
    }
    expect(titles.size).toBe(5)
    expect(await (await fetch(payUrl)).text()).toContain('<html lang="zh-Hant">')
  })

  test('an unknown page and an unknown button change nothing', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    expect((await fetch(`${bank.url}/pay/unknown`)).status).toBe(404)
    const response = await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ choice: 'steal' }) })
    expect(response.status).toBe(400)
    expect(await bank.gateway.get('payment-1')).toMatchObject({ state: 'ready' })
  })

  test.each([
    ['decline', 'declined', 'declined'],
    ['domestic', 'declined', 'domestic_card'],
    ['approve', 'authorised', null],
    ['twice', 'authorised', null],
  ] as const)(
    'the choice “%s” on the payment page redirects back with the result, and a second press changes nothing',
    async (choice, state, reason) => {
      const { payUrl } = await bank.gateway.prepare(order())
      expect(await bank.press(payUrl, choice)).toBe(`${shop.url}/return?ordUid=1&result=${state}`)
      await bank.press(payUrl, choice === 'decline' ? 'approve' : 'decline')
      expect(await bank.gateway.get('payment-1')).toMatchObject({ state, reason })
    },
  )
})

describe('messages', () => {
  test('are verified by signature, raw bytes and a timestamp within five minutes', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    await bank.press(payUrl, 'approve')
    await vi.waitFor(() => expect(shop.messages).toHaveLength(1), { timeout: 20_000 })
    const { headers, body } = shop.messages[0] ?? { headers: {}, body: Buffer.alloc(0) }
    const verify = bank.gateway.verifyWebhook
    const now = Number(headers['webhook-timestamp']) * 1000
    expect(verify(Buffer.concat([body, Buffer.from(' ')]), headers, now)).toBeNull()
    expect(verify(body, { ...headers, 'webhook-id': 'another' }, now)).toBeNull()
    expect(verify(body, { ...headers, 'webhook-timestamp': String(now / 1000 + 1) }, now)).toBeNull()
    expect(verify(body, { ...headers, 'webhook-signature': 'v1,AAAA' }, now)).toBeNull()
    expect(
      verify(body, { ...headers, 'webhook-signature': String(headers['webhook-signature']).replace('v1', 'v2') }, now),
    ).toBeNull()
    expect(verify(body, {}, now)).toBeNull()
    for (const lateMs of [-300_001, 300_001]) expect(verify(body, headers, now + lateMs)).toBeNull()
    for (const lateMs of [-300_000, 0, 300_000])
      expect(verify(body, headers, now + lateMs)).toEqual({ key: 'payment-1' })
    expect(isGenuine('another secret', body, signedHeaders(bank.secret, body, now), now)).toBe(false)
    expect(verify(Buffer.from('null'), signedHeaders(bank.secret, Buffer.from('null'), now), now)).toBeNull()
    expect(verify(Buffer.from('{'), signedHeaders(bank.secret, Buffer.from('{'), now), now)).toBeNull()
  })

  test('are repeated until the shop answers 2xx', async () => {
    shop.refusals.push(503, 302)
    const { payUrl } = await bank.gateway.prepare(order())
    await bank.press(payUrl, 'approve')
    await vi.waitFor(() => expect(shop.messages).toHaveLength(3), { timeout: 20_000 })
    expect(new Set(shop.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  test('after the choice “twice” the same message is sent two times', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    await bank.press(payUrl, 'twice')
    await vi.waitFor(() => expect(types()).toEqual(['payment.authorised', 'payment.authorised']), { timeout: 20_000 })
  })

  test('after the choice “late” the browser returns undecided, and the payment is authorised later', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    expect(await bank.press(payUrl, 'late')).toMatch(/result=waiting$/)
    expect(await bank.gateway.get('payment-1')).toMatchObject({ state: 'ready' })
    await bank.press(payUrl, 'decline')
    await vi.waitFor(() => expect(types()).toEqual(['payment.authorised']), { timeout: 20_000 })
    expect(await bank.gateway.get('payment-1')).toMatchObject({ state: 'authorised' })
  })

  test('after the choice “lose” the payment is authorised, without a message or a redirect', async () => {
    const { payUrl } = await bank.gateway.prepare(order())
    expect(await bank.press(payUrl, 'lose')).toBeNull()
    expect(await bank.gateway.confirm('payment-1', 98_000)).toMatchObject({ state: 'paid' })
    const secondPayment = await bank.gateway.prepare(order({ key: 'payment-2' }))
    await bank.press(secondPayment.payUrl, 'approve')
    await vi.waitFor(() => expect(shop.messages).toHaveLength(1), { timeout: 20_000 })
    expect(JSON.parse(shop.messages[0]?.body.toString() ?? '')).toMatchObject({ key: 'payment-2' })
  })
})
