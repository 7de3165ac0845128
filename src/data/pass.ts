import {
  buyPass as buyCall,
  buyPassPayInfo,
  orderDetail,
  type Order,
  type PAYMENT_METHODS,
  type Quote,
} from '#contract/calls/pass.ts'
import { inTime } from '#db/inTime.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The server's price of an order; good for half an hour. Never queued: it needs the server. */
export const quotePass = (form: {
  gdsDtlUid: string
  passCnt: number
  promoCode?: string
  couponUid?: string
}): Promise<Outcome<Quote>> => withRuntime(async ({ api }) => outcome(await api.call(buyPassPayInfo, { body: form })))

/** Writes the order; the visitor then pays at `payUrl`. The quote makes it one order however often it is asked. */
export const buyPass = (form: { quoteUid: string; method: PaymentMethod }): Promise<Outcome<Order>> =>
  withRuntime(async ({ api, platform }) => {
    platform.askToPersist()
    return outcome(await api.call(buyCall, { body: { ...form, agreeYn: 'Y' } }))
  })

/** Who has paid need not wait longer to hear it. */
const BROUGHT_MS = 3_000

/**
 * One order and how its payment stands. A paid one is told once its passes are on this phone, or after 3 s: whoever goes
 * on to My Pass then finds them there.
 */
export const fetchOrder = (ordUid: string): Promise<Outcome<Order>> =>
  withRuntime(async ({ api, platform, pulls }) => {
    const answer = outcome(await api.call(orderDetail, { params: { id: ordUid } }))
    if (answer.ok && answer.data.state === 'paid') await inTime(pulls.part('passes', true), BROUGHT_MS, platform.after)
    return answer
  })
