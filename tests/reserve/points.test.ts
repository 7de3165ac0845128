import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as point from '#contract/calls/point.ts'
import { creditFinalOrders, earnPoints } from '#server/modules/point/service.ts'
import { refundedByHand } from '#server/modules/reserve/service.ts'
import { type Gateway, GatewayRefused } from '#server/outside/payment/gateway.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, PERFUME, type ReservationShop } from './reservationShop.ts'

describe.each(drawnEngines())('points on a reservation on %s', (engine) => {
  let inn: ReservationShop
  let refuses = false
  const wrap = (gateway: Gateway): Gateway => ({
    ...gateway,
    cancel: (...args) => (refuses ? Promise.reject(new GatewayRefused('account_closed')) : gateway.cancel(...args)),
  })
  beforeAll(async () => {
    inn = await openReservationShop({ engine, wrap, env: { POINTS_EARN_PERCENT: '5', POINTS_SPEND: '1' } })
  })
  afterAll(() => inn.close())

  test('lower its amount, are earned by the rest, and are balanced when all money is refunded', async () => {
    const { accessToken: token, memberId } = await inn.visitor()
    const balance = async () => (await inn.call(point.list, { token })).data?.balance
    const credit = { memberId, ordUid: randomUUID(), paid: 10_000, finalAt: 0 }
    await inn.deps.db.transaction((tx) => earnPoints(tx, { earnPercent: 100, validDays: 1_825 }, credit, inn.clock()))
    const { rsvtUid } = await inn.hold(token, PERFUME, await inn.nameOf(PERFUME))
    const preview = (points: number) => inn.payInfo(token, { reserveId: rsvtUid, points })
    expect((await preview(10_001)).status.code).toBe('E_POINTS')
    expect((await preview(5_000)).data).toMatchObject({
      sum: 45_000,
      points: 5_000,
      amount: 40_000,
      pointsUsable: 10_000,
    })
    expect(await balance()).toBe(10_000)
    const order = await inn.order(token, rsvtUid, { points: 5_000 })
    expect(await balance()).toBe(5_000)
    inn.post.closed = true
    await inn.bank.press(order.payUrl ?? '', 'approve')
    await inn.returnFromPayment(order.ordUid)
    inn.post.closed = false
    expect((await inn.call(point.list, { token })).data).toMatchObject({ balance: 5_000, pending: 2_000 })
    await inn.cancel(token, rsvtUid)
    await inn.jobs()
    expect(await inn.row(rsvtUid)).toMatchObject({ state: 'cancelled' })
    expect(await inn.storedOrder(order.ordUid)).toMatchObject({ kept: 0 })
    expect((await inn.call(point.list, { token })).data).toMatchObject({ balance: 10_000, pending: 0 })
  })

  test('return when its order is closed unpaid', async () => {
    const { accessToken: token, memberId } = await inn.visitor()
    const credit = { memberId, ordUid: randomUUID(), paid: 1_000, finalAt: 0 }
    await inn.deps.db.transaction((tx) => earnPoints(tx, { earnPercent: 100, validDays: 1_825 }, credit, inn.clock()))
    const { rsvtUid } = await inn.hold(token, PERFUME, await inn.nameOf(PERFUME))
    await inn.order(token, rsvtUid, { points: 1_000 })
    await inn.cancel(token, rsvtUid)
    expect((await inn.call(point.list, { token })).data).toMatchObject({ balance: 1_000 })
  })

  test('are not credited while a refund that the gateway refused waits for the desk, which then takes them back', async () => {
    const member = await inn.visitor()
    const { rsvtUid } = await inn.book(member.accessToken, PERFUME, await inn.nameOf(PERFUME))
    await inn.cancel(member.accessToken, rsvtUid)
    refuses = true
    await inn.jobs()
    refuses = false
    inn.advance((await inn.row(rsvtUid)).endsAt - inn.clock())
    const token = await member.signInAgain()
    await creditFinalOrders(inn.deps)
    expect((await inn.call(point.list, { token })).data).toMatchObject({ balance: 0, pending: 2_250 })
    await inn.deps.db.transaction((tx) => refundedByHand(tx, inn.deps.config.points, rsvtUid, inn.clock()))
    expect((await inn.call(point.list, { token })).data).toMatchObject({ balance: 0, pending: 0 })
  })
})
