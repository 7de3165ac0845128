import {
  buyPass as buyCall,
  buyPassPayInfo,
  orderDetail,
  type Order,
  type PAYMENT_METHODS,
  type Quote,
} from '#contract/calls/pass.ts'
import { withTimeout } from '#db/withTimeout.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Resolves with the server's price of an order, valid for 30 min. Needs the server; never queued. */
export const quotePass = (form: {
  gdsDtlUid: string
  passCnt: number
  promoCode?: string
  couponUid?: string
}): Promise<Outcome<Quote>> => withRuntime(async ({ api }) => outcome(await api.call(buyPassPayInfo, { body: form })))

/** Creates the order, to be paid at `payUrl`. Idempotent: a quote makes one order. */
export const buyPass = (form: { quoteUid: string; method: PaymentMethod }): Promise<Outcome<Order>> =>
  withRuntime(async ({ api, platform }) => {
    platform.askToPersist()
    return outcome(await api.call(buyCall, { body: { ...form, agreeYn: 'Y' } }))
  })

/** A paid order is reported after this time at the latest. */
const BROUGHT_MS = 3_000

/**
 * Resolves with an order and the state of its payment. For a paid one, first pulls the passes, for 3 s at most, so that
 * My Pass shows them.
 */
export const fetchOrder = (ordUid: string): Promise<Outcome<Order>> =>
  withRuntime(async ({ api, platform, pulls }) => {
    const answer = outcome(await api.call(orderDetail, { params: { id: ordUid } }))
    if (answer.ok && answer.data.state === 'paid')
      await withTimeout(pulls.pull('passes', true), BROUGHT_MS, platform.schedule)
    return answer
  })
