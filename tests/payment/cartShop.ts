import { eq } from 'drizzle-orm'
import type { In } from '#contract/calls/call.ts'
import * as cart from '#contract/calls/cart.ts'
import { coupon } from '#server/db/schema/coupon.ts'
import { order } from '#server/db/schema/order.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { PERFUME, YACHT, openReservationShop } from '../reserve/reservationShop.ts'

export type Line = In<typeof cart.quote, 'body'>['lines'][number]

/** Opens a shop whose members buy carts. */
export const openCartShop = async (options: Parameters<typeof openReservationShop>[0]) => {
  const inn = await openReservationShop(options)
  const { db } = inn.deps

  const passLine = async (count = 2): Promise<Line> => ({
    gdsDtlUid: await inn.optionOf('pass-24h-mobile'),
    count,
    unitPrice: 49_000,
  })
  const quote = (token: string | undefined, body: In<typeof cart.quote, 'body'>) =>
    inn.call(cart.quote, { ...(token !== undefined && { token }), body })
  const quoted = async (token: string, body: In<typeof cart.quote, 'body'>) => {
    const { data, status } = await quote(token, body)
    if (!data?.quoteUid) throw new Error(`no cart was quoted: ${status.code} ${JSON.stringify(data?.lines)}`)
    return { ...data, quoteUid: data.quoteUid }
  }
  const buy = (token: string | undefined, body: In<typeof cart.buy, 'body'>) =>
    inn.call(cart.buy, { ...(token !== undefined && { token }), body })
  const bought = async (token: string, quoteUid: string) => {
    const { data, status } = await buy(token, { quoteUid, method: 'overseas_card', agreeYn: 'Y' })
    if (!data) throw new Error(`the cart was not bought: ${status.code}`)
    return data
  }
  return {
    ...inn,
    passLine,
    /** A line of goods at the `nth` slot on sale. */
    goodsLine: async (gdsDtlUid = PERFUME, nth = 0, count = 1): Promise<Line> => ({
      gdsDtlUid,
      priceSn: await inn.nameOf(gdsDtlUid, nth),
      count,
      unitPrice: { [PERFUME]: 45_000, [YACHT]: 38_000 }[gdsDtlUid] ?? 0,
    }),
    quote,
    quoted,
    buy,
    bought,
    read: (token: string, id: string) => inn.call(cart.orderDetail, { token, params: { id } }),
    /** Buys a cart and presses a button on the gateway's page, then returns. */
    payCart: async (token: string, quoteUid: string, choice: Parameters<typeof inn.bank.press>[1] = 'approve') => {
      const placed = await bought(token, quoteUid)
      inn.post.closed = true
      await inn.bank.press(placed.payUrl ?? '', choice)
      const landing = await inn.returnFromPayment(placed.ordUid)
      inn.post.closed = false
      return { ...placed, landing }
    },
    /** What a member has of orders, reservations and used coupons. */
    stateOf: async (memberId: string) => ({
      orders: (await db.select().from(order).where(eq(order.memberId, memberId))).map(({ kind, state }) => ({
        kind,
        state,
      })),
      reservations: (await db.select().from(reservation).where(eq(reservation.memberId, memberId))).map(
        ({ state }) => state,
      ),
      usedCoupons: (await db.select().from(coupon).where(eq(coupon.memberId, memberId))).filter(
        ({ ordUid }) => ordUid !== null,
      ).length,
    }),
    rowsOf: (memberId: string) => db.select().from(order).where(eq(order.memberId, memberId)),
  }
}
export type CartShop = Awaited<ReturnType<typeof openCartShop>>
