import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyDetail } from '#contract/calls/purchase.ts'
import { RECONCILE_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { job } from '#server/db/schema/job.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { type Gateway, GatewayUnknown } from '#server/outside/payment/gateway.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nothing, openShop, type Shop } from './shop.ts'

/** Money that arrives for a closed order, or in another amount than ordered, goes back once and is recorded. */

describe.each(drawnEngines())('money without a purchase on %s', (engine) => {
  let shop: Shop
  let token = ''
  /** The calls whose next answer is lost after its effect. */
  const lost = new Set<'cancel'>()
  const wrap = (gateway: Gateway): Gateway => ({
    ...gateway,
    cancel: async (...args) => {
      const payment = await gateway.cancel(...args)
      if (lost.delete('cancel')) throw new GatewayUnknown('lost')
      return payment
    },
  })
  beforeAll(async () => {
    shop = await openShop({ engine, wrap })
    token = (await shop.member()).accessToken
  })
  afterAll(() => shop.close())

  const answered = (choice: Parameters<Shop['placeAndPress']>[1], passCnt = 1) =>
    shop.placeAndPress(token, choice, passCnt)
  const messageFor = async (ordUid: string) => shop.messageFor((await shop.storedOrder(ordUid)).paymentKey)

  /** An order that was closed in the moment in which its payment was charged. */
  const chargedAfterClosing = async (end: Pick<typeof orderTable.$inferInsert, 'state' | 'reason'>) => {
    const { ordUid } = await answered('approve')
    const { paymentKey } = await shop.storedOrder(ordUid)
    await shop.bank.gateway.confirm(paymentKey, 49_000)
    await shop.deps.db
      .update(orderTable)
      .set({ ...end, closedAt: shop.clock() })
      .where(eq(orderTable.ordUid, ordUid))
    return ordUid
  }

  test('a payment on the page of an abandoned order is released once, also when that answer is lost', async () => {
    const { ordUid, payUrl } = await shop.place(token)
    shop.advance(RECONCILE_MS)
    await shop.reconcileAll()
    shop.post.closed = true
    await shop.bank.press(payUrl, 'approve')
    lost.add('cancel')
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('cancelled', 'late'))
    const { paymentKey } = await shop.storedOrder(ordUid)
    const lines = () =>
      shop.bank
        .book()
        .lines.filter(({ key }) => key === paymentKey)
        .map(({ what }) => what)
    expect(lines()).toEqual(['authorised', 'released'])
    await Promise.all([shop.reconcileAll(), shop.returnFromPayment(ordUid), shop.deliver(await messageFor(ordUid))])
    expect(lines()).toEqual(['authorised', 'released'])
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('refunded', 'late'))
  })

  test('a late approval is refunded with the reason late', async () => {
    const { ordUid, payUrl } = await shop.place(token)
    shop.advance(RECONCILE_MS)
    await shop.reconcileAll()
    await shop.bank.press(payUrl, 'approve')
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('refunded', 'late'))
  })

  test('a charge on a closed order is refunded', async () => {
    const ordUid = await chargedAfterClosing({ state: 'cancelled', reason: 'abandoned' })
    await Promise.all([shop.returnFromPayment(ordUid), shop.reconcileAll(), shop.returnFromPayment(ordUid)])
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('refunded', 'late'))
  })

  test('a declined order for which money arrives is checked until the money is back', async () => {
    const ordUid = await chargedAfterClosing({ state: 'declined', reason: 'declined' })
    const check = eq(job.key, `payment:${ordUid}`)
    await shop.deps.db.update(job).set({ dueAt: null, doneAt: shop.clock() }).where(check)
    lost.add('cancel')
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('cancelled', 'late'))
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('refunded', 'late'))
  })

  test('a late refund of an older row without an amount answers the amount of its order', async () => {
    const { ordUid, payUrl } = await shop.place(token)
    shop.advance(RECONCILE_MS)
    await shop.reconcileAll()
    await shop.bank.press(payUrl, 'approve')
    await shop.returnFromPayment(ordUid)
    await shop.deps.db.update(orderTable).set({ refunded: 0 }).where(eq(orderTable.ordUid, ordUid))
    const purchase = (await shop.call(buyDetail, { token, params: { id: ordUid } })).data
    expect(purchase).toMatchObject({ amount: 49_000, refunded: 49_000 })
  })

  test('a payment of another amount than ordered is refunded', async () => {
    const { ordUid } = await answered('approve')
    await shop.deps.db.update(orderTable).set({ amount: 48_999 }).where(eq(orderTable.ordUid, ordUid))
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('refunded', 'amount'))
    const purchase = (await shop.call(buyDetail, { token, params: { id: ordUid } })).data
    expect(purchase).toMatchObject({ amount: 48_999, refunded: 49_000 })
  })

  test('a refund of a wrong amount counts as refunded only when the gateway confirms it', async () => {
    const { ordUid } = await answered('approve')
    await shop.deps.db.update(orderTable).set({ amount: 48_999 }).where(eq(orderTable.ordUid, ordUid))
    lost.add('cancel')
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('cancelled', 'amount'))
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('refunded', 'amount'))
    const purchase = (await shop.call(buyDetail, { token, params: { id: ordUid } })).data
    expect(purchase).toMatchObject({ refunded: 49_000 })
  })

  test('with another amount than ordered, nothing is refunded unless it was paid', async () => {
    const differs = (ordUid: string) =>
      shop.deps.db.update(orderTable).set({ amount: 48_999 }).where(eq(orderTable.ordUid, ordUid))
    const declined = await answered('decline')
    await differs(declined.ordUid)
    await shop.returnFromPayment(declined.ordUid)
    expect(await shop.storedOrder(declined.ordUid)).toMatchObject(nothing('declined', 'declined'))
    const waiting = await shop.place(token)
    await differs(waiting.ordUid)
    await shop.returnFromPayment(waiting.ordUid)
    expect(await shop.storedOrder(waiting.ordUid)).toMatchObject({ state: 'pending', reason: null })
    shop.advance(RECONCILE_MS)
    await shop.reconcileAll()
    expect(await shop.storedOrder(waiting.ordUid)).toMatchObject(nothing('cancelled', 'abandoned'))
  })

  test('a charge on a closed order is refunded and recorded also when the answers of the gateway are lost', async () => {
    const { ordUid, payUrl } = await shop.place(token)
    shop.advance(RECONCILE_MS)
    await shop.reconcileAll()
    shop.post.closed = true
    await shop.bank.press(payUrl, 'approve')
    const { paymentKey } = await shop.storedOrder(ordUid)
    await shop.bank.gateway.confirm(paymentKey, 49_000)
    lost.add('cancel')
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('cancelled', 'late'))
    // The access token expires here, so this test is the last.
    shop.advance(25 * HOUR_MS)
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject(nothing('refunded', 'late'))
  })
})
