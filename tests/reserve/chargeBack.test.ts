import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import * as point from '#contract/calls/point.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { HOUR_MS } from '#contract/time.ts'
import { order } from '#server/db/schema/order.ts'
import { drawnEngines } from '../harness/engines.ts'
import { LOCKER, openReservationShop, PERFUME, ROOM, VAN, type ReservationShop } from './reservationShop.ts'

describe.each(drawnEngines())('a reservation with a disputed charge, on %s', (engine) => {
  let inn: ReservationShop
  let token = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine, env: { POINTS_EARN_PERCENT: '10' } })
    token = (await inn.visitor()).accessToken
    // Messages of the gateway are delivered by the tests alone.
    inn.post.closed = true
  })
  afterAll(() => inn.close())

  const book = async (goods: string, nth: number) => {
    const priceSn = goods === LOCKER ? 'open' : await inn.nameOf(goods, nth)
    const booked = await inn.book(token, goods, priceSn)
    inn.post.closed = true
    const { paymentKey } = await inn.storedOrder(booked.ordUid)
    return { ...booked, paymentKey, slot: priceSn.slice(0, 8) }
  }
  const state = async (rsvtUid: string) => (await inn.read(token, rsvtUid)).state
  const voucher = async (rsvtUid: string) =>
    (await inn.call(reserve.voucher, { token, query: { rsvtUid } })).status.code
  const newsTitles = async (rsvtUid: string) => {
    const { rsvtNumber } = await inn.row(rsvtUid)
    const { data } = await inn.call(newsfeed.list, { token, query: { pageSize: '50' } as never })
    const about = data?.list.filter(({ content }) => content.includes(rsvtNumber)) ?? []
    return about.map(({ title }) => title).toSorted()
  }
  const promised = async (ordUid: string) =>
    (await inn.deps.db.select().from(order).where(eq(order.ordUid, ordUid)))[0]?.refunded

  test('an unsigned message cancels nothing, nor does a message about a dispute that the gateway does not know', async () => {
    const { rsvtUid, paymentKey, slot } = await book(ROOM, 1)
    const payload = Buffer.from(JSON.stringify({ type: 'payment.disputed', key: paymentKey }))
    expect(await inn.deliver({ headers: { 'content-type': 'application/json' }, payload })).toBe(422)
    await inn.hear(paymentKey)
    expect(await state(rsvtUid)).toBe('confirmed')
    expect((await inn.takenUnits(ROOM))[slot]).toBe(1)
    expect(await voucher(rsvtUid)).toBe('200')
  })

  test('a dispute cancels the reservation, its voucher and its points at once, and informs the guest once', async () => {
    const { rsvtUid, ordUid, paymentKey, slot } = await book(ROOM, 3)
    const pending = async () => (await inn.call(point.list, { token })).data?.pending
    const earned = await pending()
    expect(earned).toBeGreaterThan(0)
    await inn.dispute(paymentKey, true)
    await inn.dispute(paymentKey, true)
    await inn.jobs()
    expect(await inn.read(token, rsvtUid)).toMatchObject({ state: 'cancelled', badge: 'complete3', actions: [] })
    expect(await inn.row(rsvtUid)).toMatchObject({ end: 'charge_back', cancelAskedAt: null })
    expect(await inn.takenUnits(ROOM)).not.toHaveProperty(slot)
    expect(await voucher(rsvtUid)).toBe('E_RESERVE_STATE')
    expect(await newsTitles(rsvtUid)).toEqual(['Your reservation has been cancelled', 'Your reservation is confirmed'])
    // The bank takes the money back, so we refund nothing, also when the member cancels.
    expect((await inn.cancel(token, rsvtUid)).data?.state).toBe('cancelled')
    await inn.jobs()
    expect(await promised(ordUid)).toBe(0)
    expect(await pending()).toBeLessThan(earned ?? 0)
  })

  test('a dispute that is resolved refunds the money, because the room may be sold again', async () => {
    const { rsvtUid, ordUid, paymentKey, slot } = await book(ROOM, 5)
    await inn.dispute(paymentKey, true)
    await inn.dispute(paymentKey, false)
    expect(await state(rsvtUid)).toBe('cancel_asked')
    expect(await inn.takenUnits(ROOM)).not.toHaveProperty(slot)
    await inn.jobs()
    expect(await state(rsvtUid)).toBe('cancelled')
    expect((await inn.storedOrder(ordUid)).kept).toBe(0)
  })

  test("a refund in the gateway's console cancels the reservation; a message about our own refund changes nothing", async () => {
    const elsewhere = await book(PERFUME, 1)
    await inn.bank.gateway.cancel(elsewhere.paymentKey, 45_000, 'by hand in the console')
    await inn.hear(elsewhere.paymentKey)
    expect(await inn.row(elsewhere.rsvtUid)).toMatchObject({ state: 'cancelled', end: 'charge_back' })
    const ours = await book(PERFUME, 2)
    await inn.cancel(token, ours.rsvtUid)
    await inn.jobs()
    await inn.hear(ours.paymentKey)
    expect(await inn.row(ours.rsvtUid)).toMatchObject({ state: 'cancelled', end: 'member' })
    expect(await newsTitles(ours.rsvtUid)).toEqual([
      'Your reservation has been cancelled',
      'Your reservation is confirmed',
    ])
  })

  test('a refund waits while a dispute is open, and is paid when it is resolved', async () => {
    const { rsvtUid, ordUid, paymentKey, slot } = await book(ROOM, 7)
    await inn.bank.dispute(paymentKey, true)
    // The member cancels before the gateway's message arrives.
    await inn.cancel(token, rsvtUid)
    await inn.hear(paymentKey)
    await inn.jobs()
    expect(await state(rsvtUid)).toBe('cancel_asked')
    expect((await inn.storedOrder(ordUid)).kept).toBe(85_000)
    expect(await inn.takenUnits(ROOM)).not.toHaveProperty(slot)
    await inn.dispute(paymentKey, false)
    inn.advance(HOUR_MS)
    await inn.jobs()
    expect(await state(rsvtUid)).toBe('cancelled')
    expect((await inn.storedOrder(ordUid)).kept).toBe(0)
  })

  test('a dispute over an unanswered request cancels it, and the place need not answer', async () => {
    const { rsvtUid, paymentKey } = await book(VAN, 1)
    expect(await state(rsvtUid)).toBe('requested')
    await inn.dispute(paymentKey, true)
    inn.advance(49 * HOUR_MS)
    await inn.jobs()
    expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled', end: 'charge_back' })
  })

  test('a dispute cancels a voucher without a use, but not a stay that has begun', async () => {
    token = (await inn.visitor()).accessToken
    const locker = await book(LOCKER, 0)
    await inn.dispute(locker.paymentKey, true)
    expect(await state(locker.rsvtUid)).toBe('cancelled')
    const visitor = await inn.visitor()
    token = visitor.accessToken
    const night = await book(ROOM, 9)
    const { startsAt, endsAt } = await inn.row(night.rsvtUid)
    inn.advance(startsAt - inn.clock())
    await inn.dispute(night.paymentKey, true)
    expect(await inn.row(night.rsvtUid)).toMatchObject({ state: 'confirmed', end: null })
    expect((await inn.takenUnits(ROOM))[night.slot]).toBe(1)
    token = await visitor.signInAgain()
    expect((await inn.cancel(token, night.rsvtUid)).status.code).toBe('E_REFUND')
    await inn.dispute(night.paymentKey, false)
    inn.advance(endsAt - inn.clock())
    token = await visitor.signInAgain()
    expect(await state(night.rsvtUid)).toBe('used')
  })
})
