import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { RECONCILE_MS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { job } from '#server/db/schema/job.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { runJobs } from '#server/modules/job/service.ts'
import { paymentJob } from '#server/modules/order/settle.ts'
import { type Gateway, GatewayUnknown } from '#server/outside/payment/gateway.ts'
import { signedHeaders } from '#server/outside/payment/signature.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nothing, openShop, type Shop } from './shop.ts'

describe.each(drawnEngines())('a payment on %s', (engine) => {
  let shop: Shop
  let token = ''
  /** The next `get` answers with the state of a moment ago: still ready. */
  let stale = false
  /** How often the gateway was asked to charge. */
  let charges = 0
  /** The calls whose next answer is lost after its effect. */
  const lost = new Set<'confirm'>()
  const wrap = (gateway: Gateway): Gateway => ({
    ...gateway,
    get: async (key) => {
      const payment = await gateway.get(key)
      const before = stale && payment ? { ...payment, state: 'ready' as const } : payment
      stale = false
      return before
    },
    confirm: async (...args) => {
      charges += 1
      const payment = await gateway.confirm(...args)
      if (lost.delete('confirm')) throw new GatewayUnknown('lost')
      return payment
    },
  })
  beforeAll(async () => {
    shop = await openShop({ engine, wrap })
    token = (await shop.member()).accessToken
  })
  afterAll(() => shop.close())

  const paid = (passes: number) => ({ state: 'paid', reason: null, passes, kept: passes * 49_000 })
  const answered = (choice: Parameters<Shop['placeAndPress']>[1], passCnt = 1) =>
    shop.placeAndPress(token, choice, passCnt)
  const messageFor = async (ordUid: string) => shop.messageFor((await shop.storedOrder(ordUid)).paymentKey)

  describe('a message', () => {
    test('that is forged, changed, too old or from the future is refused and changes nothing', async () => {
      const { ordUid } = await answered('approve')
      const good = await messageFor(ordUid)
      const { paymentKey } = await shop.storedOrder(ordUid)
      const body = Buffer.from(JSON.stringify({ key: paymentKey }))
      const forged = [
        { ...good, headers: { 'content-type': 'application/json' } },
        { ...good, payload: Buffer.concat([good.payload, Buffer.from(' ')]) },
        {
          payload: body,
          headers: { 'content-type': 'application/json', ...signedHeaders('another secret', body, shop.clock()) },
        },
        ...[-301_000, 302_000].map((lateMs) => ({
          payload: body,
          headers: {
            'content-type': 'application/json',
            ...signedHeaders(shop.bank.secret, body, shop.clock() + lateMs),
          },
        })),
      ]
      for (const message of forged) expect(await shop.deliver(message)).toBe(422)
      expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('pending', null as never))
      expect(await shop.deliver(good)).toBe(200)
      expect(await shop.storedOrder(ordUid)).toMatchObject(paid(1))
    })

    test('about an unknown payment is accepted and changes nothing', async () => {
      const body = Buffer.from(JSON.stringify({ key: randomUUID() }))
      const headers = { 'content-type': 'application/json', ...signedHeaders(shop.bank.secret, body, shop.clock()) }
      const orders = () => shop.deps.db.select().from(orderTable).orderBy(orderTable.ordUid)
      const before = await orders()
      expect(await shop.deliver({ headers, payload: body })).toBe(200)
      expect(await orders()).toEqual(before)
    })

    test('that is repeated or out of order changes nothing', async () => {
      shop.post.closed = false
      const from = shop.post.messages.length
      const { ordUid, payUrl } = await shop.place(token)
      await shop.bank.press(payUrl, 'twice')
      await vi.waitFor(async () => expect(await shop.storedOrder(ordUid)).toMatchObject(paid(1)), { timeout: 20_000 })
      await vi.waitFor(() => expect(shop.post.messages.length - from).toBeGreaterThanOrEqual(3), { timeout: 20_000 })
      for (const message of shop.post.messages.slice(from).toReversed()) expect(await shop.deliver(message)).toBe(200)
      expect(await shop.storedOrder(ordUid)).toMatchObject(paid(1))
    })
  })

  const DOORS = ['return', 'webhook', 'poll', 'reconcile'] as const
  const orders = DOORS.flatMap((first) =>
    DOORS.filter((one) => one !== first).map((second) => [first, second] as const),
  )
  const knock = async (door: (typeof DOORS)[number], ordUid: string) => {
    if (door === 'return') await shop.returnFromPayment(ordUid)
    else if (door === 'webhook') expect(await shop.deliver(await messageFor(ordUid))).toBe(200)
    else if (door === 'poll') await shop.order(token, ordUid)
    else await shop.reconcileAll()
  }
  test.each(orders)(
    'settled by %s, then %s, then all others, a payment issues one set of passes and is charged once',
    async (first, second) => {
      const { ordUid } = await answered('approve', 2)
      await knock(first, ordUid)
      expect(await shop.storedOrder(ordUid)).toMatchObject(paid(2))
      await knock(second, ordUid)
      await Promise.all(DOORS.map((door) => knock(door, ordUid)))
      expect(await shop.storedOrder(ordUid)).toMatchObject(paid(2))
    },
  )

  test('concurrent reports of a payment ask the gateway to charge once', async () => {
    const { ordUid } = await answered('approve', 2)
    const message = await messageFor(ordUid)
    const before = charges
    await Promise.all([shop.returnFromPayment(ordUid), shop.deliver(message), shop.order(token, ordUid)])
    expect(charges - before).toBe(1)
    expect(await shop.storedOrder(ordUid)).toMatchObject(paid(2))
  })

  test('a report of a payment does not share a gateway answer from before it arrived', async () => {
    const { ordUid } = await answered('approve', 2)
    const message = await messageFor(ordUid)
    stale = true
    await Promise.all([shop.returnFromPayment(ordUid), shop.deliver(message)])
    expect(await shop.storedOrder(ordUid)).toMatchObject(paid(2))
  })

  test('the return redirects to the completed screen, and reveals nothing about unknown orders', async () => {
    const { ordUid } = await answered('decline')
    const knownAnswer = await shop.app.inject({ url: `/api/v1/payment/return?ordUid=${ordUid}&result=paid` })
    const unknownAnswer = await shop.app.inject({ url: `/api/v1/payment/return?ordUid=${randomUUID()}&result=paid` })
    expect([knownAnswer.statusCode, unknownAnswer.statusCode]).toEqual([303, 303])
    expect(knownAnswer.headers.location).toBe(`/pass/completed?ord=${ordUid}`)
    expect(knownAnswer.body).toBe(unknownAnswer.body)
    const url = `/api/v1/payment/return?ordUid=${ordUid}`
    expect((await shop.app.inject({ url, headers: { 'sec-purpose': 'prefetch' } })).statusCode).toBe(403)
  })

  test.each([
    ['decline', 'declined'],
    ['domestic', 'domestic_card'],
  ] as const)('a payment that ends with %s issues no pass, charges nothing, and is final', async (choice, reason) => {
    const { ordUid, payUrl } = await answered(choice)
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('declined', reason))
    await shop.bank.press(payUrl, 'approve')
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('declined', reason))
    expect(await shop.order(token, ordUid)).toMatchObject({ state: 'declined', reason, payUrl: null, paidAt: null })
  })

  test('a payment that is authorised late is pending first, then paid', async () => {
    shop.post.closed = false
    const { ordUid, payUrl } = await shop.place(token)
    await shop.bank.press(payUrl, 'late')
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'pending', passes: 0 })
    await vi.waitFor(async () => expect(await shop.storedOrder(ordUid)).toMatchObject(paid(1)), { timeout: 20_000 })
  })

  test('a payment without message or return is found by the reconciliation alone', async () => {
    const { ordUid } = await answered('lose')
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject(paid(1))
  })

  test('when the answer to the charge is lost, the gateway is asked and the order is paid', async () => {
    const { ordUid } = await answered('approve')
    lost.add('confirm')
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'pending', passes: 0, kept: 49_000 })
    // However late: the payment was charged, so the order is not abandoned.
    shop.advance(RECONCILE_MS + 1_000)
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject(paid(1))
  })

  test('an order whose charge was requested is not abandoned on a stale answer', async () => {
    const { ordUid } = await answered('approve')
    lost.add('confirm')
    await shop.returnFromPayment(ordUid)
    shop.advance(RECONCILE_MS + 1_000)
    stale = true
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'pending', reason: null })
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject(paid(1))
  })

  test('an order that is not paid is abandoned after a quarter of an hour, and not before', async () => {
    const { ordUid } = await shop.place(token)
    shop.advance(RECONCILE_MS - 5_000)
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'pending' })
    shop.advance(5_000)
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('cancelled', 'abandoned'))
  })

  test('an order that is not paid is checked after 5 s, then at growing intervals of at most 30 s', async () => {
    const { ordUid } = await shop.place(token)
    const [order] = await shop.deps.db.select().from(orderTable).where(eq(orderTable.ordUid, ordUid))
    const ages: number[] = []
    for (let checks = 0; checks < 9; checks += 1) {
      const [check] = await shop.deps.db
        .select()
        .from(job)
        .where(eq(job.key, `${paymentJob.kind}:${ordUid}`))
      expect(check).toMatchObject({ tries: 0 })
      ages.push(((check?.dueAt ?? 0) - (order?.orderedAt ?? 0)) / 1_000)
      shop.advance((check?.dueAt ?? 0) - shop.clock())
      await runJobs(shop.deps, [paymentJob])
    }
    // Each check itself takes a moment, by which the next one comes later.
    const expected = [5, 8, 12.5, 19.25, 29.4, 44.6, 67.3, 97.3, 127.3]
    for (const [nth, age] of expected.entries()) {
      expect(ages[nth]).toBeGreaterThanOrEqual(age - 0.1)
      expect(ages[nth]).toBeLessThan(age + 10)
    }
  })

  test('a paid order states when it was paid and until when it can be cancelled', async () => {
    const { ordUid } = await answered('approve')
    await shop.returnFromPayment(ordUid)
    const order = await shop.order(token, ordUid)
    expect((order?.cancelUntil ?? 0) - (order?.paidAt ?? 0)).toBe(180 * DAY_MS)
  })
})
