import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as reserve from '#contract/calls/reserve.ts'
import { DAY_MS } from '#contract/time.ts'
import { coupon, couponIssue } from '#server/db/schema/coupon.ts'
import { goodsStock } from '#server/db/schema/goods.ts'
import { reservation as reservationTable } from '#server/db/schema/reservation.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { signIn, signUpMember } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'
import { openShop } from '../payment/shop.ts'

/** Options of the seed: rooms, seats, a van and a voucher. */
export const ROOM = 'stanford-inn-busan-r1'
export const SUITE = 'signiel-busan-r2'
export const PERFUME = 'act-perfume-std'
export const YACHT = 'act-yacht-sunset-std'
export const VAN = 'tour-private-van-8h-std'
export const LOCKER = 'vo-luggage-day-std'

/** Opens a shop whose members reserve. */
export const openReservationShop = async (options: Parameters<typeof openShop>[0]) => {
  const shop = await openShop(options)

  /** Returns the `priceSn` of the `nth` slot on sale at least three days ahead, so that it can still be cancelled. */
  const nameOf = async (goodsDtlId: string, nth = 0): Promise<string> => {
    const { data } = await shop.call(reserve.availability, { query: { goodsDtlId } })
    const far = data?.list.filter(({ priceSn, startsAt }) => priceSn === 'open' || startsAt > shop.clock() + 3 * DAY_MS)
    const slot = far?.[nth]
    if (!slot) throw new Error(`nothing on sale of ${goodsDtlId}`)
    return slot.priceSn
  }
  const price = (token: string, goodsDtlId: string, priceSn: string, goodsCnt = 1) =>
    shop.call(reserve.goodsInfo, { token, query: { goodsDtlId, priceSn, goodsCnt } as never })
  const quoteOf = async (token: string, goodsDtlId: string, priceSn: string, goodsCnt = 1) => {
    const { data, status } = await price(token, goodsDtlId, priceSn, goodsCnt)
    if (!data) throw new Error(`not priced: ${status.code}`)
    return data.quoteUid
  }
  /** Returns a held reservation. */
  const hold = async (token: string, goodsDtlId: string, priceSn: string, goodsCnt = 1) => {
    const quoteUid = await quoteOf(token, goodsDtlId, priceSn, goodsCnt)
    const { data, status } = await shop.call(reserve.create, { token, body: { quoteUid } })
    if (!data) throw new Error(`not reserved: ${status.code}`)
    return data
  }
  const payInfo = (token: string, body: Record<string, unknown>, key?: string) =>
    shop.call(reserve.payInfo, { token, body: body as never, ...(key !== undefined && { key }) })
  const order = async (token: string, reserveId: string, overrides: Record<string, unknown> = {}) => {
    const { data, status } = await payInfo(token, { reserveId, method: 'overseas_card', agreeYn: 'Y', ...overrides })
    if (!data?.order) throw new Error(`not ordered: ${status.code}`)
    return data.order
  }
  const read = async (token: string, rsvtUid: string) => {
    const { data } = await shop.call(reserve.list, { token, query: { pageSize: '50' } })
    const reservation = data?.list.find((one) => one.rsvtUid === rsvtUid)
    if (!reservation) throw new Error('no such reservation')
    return reservation
  }

  return {
    ...shop,
    nameOf,
    price,
    quoteOf,
    hold,
    payInfo,
    /** Begins the payment of a reservation and returns its order. */
    order,
    read,
    /** Returns a paid reservation. */
    book: async (token: string, goodsDtlId: string, priceSn: string, goodsCnt = 1) => {
      const { rsvtUid } = await hold(token, goodsDtlId, priceSn, goodsCnt)
      const { ordUid, payUrl } = await order(token, rsvtUid)
      shop.post.closed = true
      await shop.bank.press(payUrl ?? '', 'approve')
      await shop.returnFromPayment(ordUid)
      shop.post.closed = false
      return { rsvtUid, ordUid }
    },
    /**
     * Creates an issue, 10,000 won off unless `terms` say otherwise, gives its coupon to the member, and returns the
     * `couponUid`.
     */
    give: async (memberId: string, terms: Partial<typeof couponIssue.$inferInsert> = {}): Promise<string> => {
      const couponPblcnUid = `test-${randomUUID()}`
      const couponUid = randomUUID()
      await shop.deps.db.insert(couponIssue).values({
        couponPblcnUid,
        name: everyLanguage({ en: 'Thanks' }),
        kind: 'amount',
        value: 10_000,
        way: 'given',
        startsAt: 0,
        sample: true,
        ...terms,
      })
      await shop.deps.db.insert(coupon).values({
        couponUid,
        couponPblcnUid,
        number: couponUid.slice(0, 12),
        memberId,
        takenKey: couponPblcnUid,
        takenAt: shop.clock(),
        expiresAt: null,
        ordUid: null,
        usedAt: null,
      })
      return couponUid
    },
    cancel: (token: string, reserveId: string, key?: string) =>
      shop.call(reserve.cancel, { token, query: { reserveId }, ...(key !== undefined && { key }) }),
    /** Units taken of each slot of an option. */
    takenUnits: async (gdsDtlUid: string): Promise<Record<string, number>> => {
      const rows = await shop.deps.db.select().from(goodsStock).where(eq(goodsStock.gdsDtlUid, gdsDtlUid))
      return Object.fromEntries(rows.filter(({ taken }) => taken > 0).map(({ slot, taken }) => [slot, taken]))
    },
    row: async (rsvtUid: string) => {
      const [row] = await shop.deps.db.select().from(reservationTable).where(eq(reservationTable.rsvtUid, rsvtUid))
      if (!row) throw new Error('no such reservation')
      return row
    },
    jobs: () => runDueJobs(shop.deps),
    /** A new member with `signInAgain`, which signs in once more and returns the access token. */
    visitor: async () => {
      const member = await signUpMember(shop)
      return { ...member, signInAgain: async () => (await signIn(shop, member)).accessToken }
    },
  }
}
export type ReservationShop = Awaited<ReturnType<typeof openReservationShop>>
