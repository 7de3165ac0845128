import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyDetail, buyList } from '#contract/calls/purchase.ts'
import { sync } from '#contract/calls/sync.ts'
import { RESERVE_ANSWER_MS } from '#contract/limits.ts'
import { answerRequest } from '#server/modules/reserve/service.ts'
import { erase } from '#server/modules/withdrawal/erasure.ts'
import { readPdf } from '../../e2e/harness/readPdf.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, PERFUME, VAN, type ReservationShop } from './reservationShop.ts'

describe.each(drawnEngines())('a reservation that is not used, on %s', (engine) => {
  let inn: ReservationShop
  let token = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
    token = (await inn.visitor()).accessToken
  })
  afterAll(() => inn.close())

  describe('a reservation that the place must confirm', () => {
    const request = async (nth: number) => {
      const visitor = await inn.visitor()
      return { visitor, ...(await inn.book(visitor.accessToken, VAN, await inn.nameOf(VAN, nth))) }
    }
    const answer = (rsvtUid: string, accept: boolean) =>
      inn.deps.db.transaction((tx) => answerRequest(tx, { rsvtUid, accept }, inn.clock()))

    test('is paid while it waits, and is confirmed once', async () => {
      const { rsvtUid, visitor } = await request(1)
      expect(await inn.read(visitor.accessToken, rsvtUid)).toMatchObject({
        state: 'requested',
        badge: 'standby2',
        actions: ['cancel'],
      })
      await answer(rsvtUid, true)
      expect((await inn.row(rsvtUid)).state).toBe('confirmed')
      await expect(answer(rsvtUid, false)).rejects.toMatchObject({ code: 'E_RESERVE_STATE' })
      inn.advance(RESERVE_ANSWER_MS)
      await inn.jobs()
      expect((await inn.row(rsvtUid)).state).toBe('confirmed')
    })

    test.each([
      ['a no', 'declined'],
      ['silence for two days', 'unanswered'],
    ])('%s refunds the money and frees the seat', async (_, end) => {
      const { rsvtUid, ordUid } = await request(3)
      if (end === 'declined') await answer(rsvtUid, false)
      else inn.advance(RESERVE_ANSWER_MS)
      await inn.jobs()
      expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled', end })
      expect((await inn.storedOrder(ordUid)).kept).toBe(0)
    })
  })

  test('an unanswered request of a guest who has withdrawn is refunded and frees its seat', async () => {
    const { accessToken, memberId: gone } = await inn.visitor()
    const { rsvtUid, ordUid } = await inn.book(accessToken, VAN, await inn.nameOf(VAN, 5))
    await inn.deps.db.transaction((tx) => erase(tx, gone, Date.now()))
    inn.advance(RESERVE_ANSWER_MS)
    await inn.jobs()
    expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled', end: 'unanswered', wish: null })
    expect((await inn.storedOrder(ordUid)).kept).toBe(0)
  })

  test('its purchase, its receipt and the mirror say that the money is being refunded, then that it was', async () => {
    token = (await inn.visitor()).accessToken
    const { rsvtUid, ordUid } = await inn.book(token, PERFUME, await inn.nameOf(PERFUME, 4))
    const states = async () => [
      (await inn.call(buyDetail, { token, params: { id: ordUid } })).data?.refundState,
      (await inn.call(buyList, { token })).data?.list.map(({ refundState }) => refundState),
    ]
    const receiptEnd = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const { rawPayload } = await inn.app.inject({ url: `/api/v1/mypage/buy/receipt/${ordUid}`, headers })
      return (await readPdf(rawPayload)).elements.map(([, text]) => text).slice(-3, -1)
    }
    expect(await states()).toEqual([null, [null]])
    await inn.cancel(token, rsvtUid)
    expect(await states()).toEqual(['requested', ['requested']])
    expect(await receiptEnd()).toEqual(['Being refunded', '₩45,000'])
    const { cursor = '' } = (await inn.call(sync, { token })).data ?? {}
    await inn.jobs()
    expect(await states()).toEqual(['completed', ['completed']])
    expect(await receiptEnd()).toEqual(['Refunded', '₩45,000'])
    expect((await inn.call(sync, { token, query: { cursor } })).data?.changed).toContain('purchases')
  })

  describe('cancelled while the payment page is open', () => {
    test('the order is closed, and a later payment is refunded', async () => {
      token = (await inn.visitor()).accessToken
      const priceSn = await inn.nameOf(PERFUME, 8)
      const { rsvtUid } = await inn.hold(token, PERFUME, priceSn)
      const { ordUid, payUrl } = await inn.order(token, rsvtUid)
      expect((await inn.cancel(token, rsvtUid)).data).toMatchObject({ state: 'cancelled', badge: 'complete3' })
      expect(await inn.takenUnits(PERFUME)).not.toHaveProperty(priceSn)
      inn.post.closed = true
      await inn.bank.press(payUrl ?? '', 'approve')
      await inn.returnFromPayment(ordUid)
      inn.post.closed = false
      expect(await inn.storedOrder(ordUid)).toMatchObject({ kept: 0 })
      expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled', end: 'member' })
    })

    test('a payment just before confirms the reservation, and the cancellation refunds it', async () => {
      const { rsvtUid } = await inn.hold(token, PERFUME, await inn.nameOf(PERFUME, 9))
      const { ordUid, payUrl } = await inn.order(token, rsvtUid)
      inn.post.closed = true
      await inn.bank.press(payUrl ?? '', 'approve')
      expect((await inn.cancel(token, rsvtUid)).data).toMatchObject({ state: 'cancel_asked' })
      inn.post.closed = false
      await inn.jobs()
      expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled' })
      expect(await inn.storedOrder(ordUid)).toMatchObject({ state: 'paid', kept: 0 })
    })
  })
})
