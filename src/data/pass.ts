import type { Order, PAYMENT_METHODS, Quote } from '#contract/calls/pass.ts'
import type { Outcome } from './outcome.ts'

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The server's price of an order; good for half an hour. */
export const quotePass = async (_form: { gdsDtlUid: string; passCnt: number; promoCode?: string }): Promise<Outcome<Quote>> => ({
  ok: false,
  code: 'OFFLINE',
})
/** Writes the order; the visitor then pays at `payUrl`. */
export const buyPass = async (_form: { quoteUid: string; method: PaymentMethod }): Promise<Outcome<Order>> => ({
  ok: false,
  code: 'OFFLINE',
})
export const fetchOrder = async (_ordUid: string): Promise<Outcome<Order>> => ({ ok: false, code: 'OFFLINE' })
