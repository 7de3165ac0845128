import { buy, orderDetail, quote, type CartOrder, type CartQuote } from '#contract/calls/cart.ts'
import { withTimeout } from '#db/withTimeout.ts'
import { markCartOrdered, settleCartOrder, type CartLine } from './cart.ts'
import { outcome, type Outcome } from './outcome.ts'
import type { PaymentMethod } from './pass.ts'
import type { Discounts } from './reserve.ts'
import { withRuntime } from './withRuntime.ts'
export type { CartOrder, CartQuote } from '#contract/calls/cart.ts'

/**
 * Resolves with the server's prices of the lines, and with what has changed since they were put in. Valid for 30 min;
 * holds nothing.
 */
export const quoteCart = (
  lines: readonly CartLine[],
  { couponUid, promoCode, points }: Discounts,
): Promise<Outcome<CartQuote>> =>
  withRuntime(async ({ api }) =>
    outcome(
      await api.call(quote, {
        body: {
          lines: lines.map(({ gdsDtlUid, count, priceSn, unitPrice }) => ({
            gdsDtlUid,
            count,
            unitPrice,
            ...(priceSn !== null && { priceSn }),
          })),
          ...(promoCode ? { promoCode } : couponUid ? { couponUid } : {}),
          ...(points ? { points } : {}),
        },
      }),
    ),
  )

/** Creates the order of a cart, to be paid at `payUrl`, and marks its lines. Idempotent: a quote makes one order. */
export const buyCart = (form: { quoteUid: string; method: PaymentMethod }): Promise<Outcome<CartOrder>> =>
  withRuntime(async ({ api, platform }) => {
    platform.askToPersist()
    const answer = outcome(await api.call(buy, { body: { ...form, agreeYn: 'Y' } }))
    if (answer.ok) await markCartOrdered(answer.data)
    return answer
  })

/** A paid cart is reported after this time at the latest. */
const PULLED_MS = 3_000

/**
 * Resolves with the order of a cart and the state of its payment. Of a decided one its lines leave the cart or are
 * released, and those of an order that the member does not have are released; of a paid one the mirror is pulled first,
 * for 3 s at most, so that My Page shows what was bought.
 */
export const fetchCartOrder = (ordUid: string): Promise<Outcome<CartOrder>> =>
  withRuntime(async ({ api, platform, pulls }) => {
    const answer = outcome(await api.call(orderDetail, { params: { id: ordUid } }))
    // The order of another member on this phone: nobody else can ever see it end.
    if (!answer.ok && answer.code === 'E_NOT_FOUND') await settleCartOrder(ordUid, false)
    if (!answer.ok || answer.data.state === 'pending') return answer
    const isPaid = answer.data.state === 'paid'
    await settleCartOrder(ordUid, isPaid)
    const pulled = isPaid
      ? (['passes', 'reservations', 'purchases'] as const).map((mirrorPart) => pulls.pull(mirrorPart, true))
      : []
    await withTimeout(Promise.all(pulled), PULLED_MS, platform.schedule)
    return answer
  })
