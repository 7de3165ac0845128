import {
  cancel,
  create,
  goodsInfo,
  payInfo,
  userInfo,
  type GoodsQuote,
  type Reservation,
} from '#contract/calls/reserve.ts'
import type { Data, In } from '#contract/calls/call.ts'
import { pgLog } from '#contract/calls/pgLog.ts'
import { withTimeout } from '#db/withTimeout.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { MirrorPart } from '#sync/mirror/mirrorParts.ts'
import { outcome, type Outcome } from './outcome.ts'
import type { PaymentMethod } from './pass.ts'
import { withRuntime } from './withRuntime.ts'
export type { GoodsQuote, Reservation } from '#contract/calls/reserve.ts'

/** What is reserved: units of an option, at the time that `priceSn` names. */
export interface GoodsChoice {
  option: string
  priceSn: string
  count: number
}
/** What a reservation costs, and how it can be paid. */
export type PayInfo = Data<typeof payInfo>
export type UserInfo = Data<typeof userInfo>

/** Resolves with the server's price of a choice, valid for 30 min. Needs the server; reserves nothing. */
export const priceGoods = ({ option, priceSn, count }: GoodsChoice): Promise<Outcome<GoodsQuote>> =>
  withRuntime(async ({ api }) =>
    outcome(await api.call(goodsInfo, { query: { goodsDtlId: option, priceSn, goodsCnt: String(count) } })),
  )

/** Resolves with the member as the guest of a reservation. */
export const fetchUserInfo = (): Promise<Outcome<UserInfo>> =>
  withRuntime(async ({ api }) => outcome(await api.call(userInfo, {})))

/** A change of a reservation is reported after this time at the latest. */
const PULLED_MS = 3_000

/** Pulls what shows a changed reservation, for 3 s at most. */
const pullAll = async ({ pulls, platform }: ClientRuntime, mirrorParts: readonly MirrorPart[]): Promise<void> => {
  const pulled = mirrorParts.map((mirrorPart) => pulls.pull(mirrorPart, true))
  await withTimeout(Promise.all(pulled), PULLED_MS, platform.schedule)
}

/**
 * Reserves what was priced and holds it for 10 min. Idempotent: a price makes one reservation. `E_HOLD_OVER`: the price
 * has expired; `E_NO_ROOM`, `E_RESERVE_DATE`, `E_HOLDS`, `E_NOT_ON_SALE`.
 */
export const holdGoods = (form: NonNullable<In<typeof create, 'body'>>): Promise<Outcome<Reservation>> =>
  withRuntime(async (runtime) => {
    const answer = outcome(await runtime.api.call(create, { body: form }))
    if (answer.ok) void runtime.pulls.pull('reservations', true)
    return answer
  })

/** One discount of an order, and points to spend. */
export interface Discounts {
  couponUid?: string | undefined
  promoCode?: string | undefined
  points?: number | undefined
}
const bodyOf = ({ couponUid, promoCode, points }: Discounts) => ({
  ...(promoCode ? { promoCode } : couponUid ? { couponUid } : {}),
  ...(points ? { points } : {}),
})

/**
 * Resolves with what the reservation costs with these discounts and, once its payment has begun, with its order.
 * `E_HOLD_OVER`: it has no order and is not held any more.
 */
export const fetchPayInfo = (reserveId: string, discounts: Discounts = {}): Promise<Outcome<PayInfo>> =>
  withRuntime(async ({ api }) => outcome(await api.call(payInfo, { body: { reserveId, ...bodyOf(discounts) } })))

/** Writes the order of a reservation, to be paid at its `payUrl`. Idempotent: a reservation has one order. */
export const payReservation = (
  reserveId: string,
  { method, ...discounts }: Discounts & { method: PaymentMethod },
): Promise<Outcome<PayInfo>> =>
  withRuntime(async ({ api, platform }) => {
    platform.askToPersist()
    const body = { reserveId, ...bodyOf(discounts), method, agreeYn: 'Y' as const }
    return outcome(await api.call(payInfo, { body }))
  })

/** Resolves with the reservation and its order; of a paid one, first pulls the mirror, so that My Page shows it. */
export const fetchPaidReservation = (reserveId: string): Promise<Outcome<PayInfo>> =>
  withRuntime(async (runtime) => {
    const answer = outcome(await runtime.api.call(payInfo, { body: { reserveId } }))
    if (answer.ok && answer.data.order?.state === 'paid') await pullAll(runtime, ['reservations', 'purchases'])
    return answer
  })

/** Asks the server to look at the gateway for this order now; for a visitor who says that they have paid. */
export const checkPayment = (ordUid: string): Promise<Outcome<unknown>> =>
  withRuntime(async ({ api }) => outcome(await api.call(pgLog, { body: { ordUid, result: 'asked' } })))

/**
 * Cancels a reservation. Needs the server; never queued. A repeated request with the same `key` gets the answer of the
 * first one. `E_CANCEL_LATE`, `E_RESERVE_STATE`, `E_REFUND`.
 */
export const cancelReservation = (reserveId: string, key: string): Promise<Outcome<Reservation>> =>
  withRuntime(async (runtime) => {
    const answer = outcome(await runtime.api.call(cancel, { body: { reserveId } }, { key }))
    if (answer.ok) await pullAll(runtime, ['reservations', 'purchases', 'coupons'])
    return answer
  })
