import type { IncomingHttpHeaders } from 'node:http'
import type { PAYMENT_METHODS } from '#contract/calls/pass.ts'
import type { Locale } from '#contract/locales.ts'

/**
 * How a payment stands at the gateway. `ready`: its page waits for the buyer. `authorised`: the card said yes, nothing
 * is charged before `confirm`. `cancelled`: given back in full, or the authorisation released.
 */
export type PaymentState = 'ready' | 'authorised' | 'paid' | 'declined' | 'cancelled'

export interface Payment {
  /** Our own name for it, unique per order. */
  key: string
  state: PaymentState
  /** KRW. */
  amount: number
  /** Why it was declined. */
  reason: 'declined' | 'domestic_card' | null
  /** The hosted page. */
  payUrl: string
  /** The buyer's bank is taking the charge back, and it is not decided. */
  disputed: boolean
}

export interface Prepare {
  key: string
  amount: number
  orderNumber: string
  /** What is bought, shown on the hosted page. */
  orderName: string
  method: (typeof PAYMENT_METHODS)[number]
  locale: Locale
  /** Where the browser comes back to. */
  returnUrl: string
  webhookUrl: string
}

/** The gateway could not be asked, or gave no usable answer: nothing is known, ask again with the same key. */
export class GatewayUnknown extends Error {
  override name = 'GatewayUnknown'
}

/** The gateway understood and said no. `code` is its word. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused'
  readonly code: string
  constructor(code: string) {
    super(`the payment gateway refused: ${code}`)
    this.code = code
  }
}

/**
 * A payment gateway with a hosted page of its own; card data never touches us. Every effect names its key, so that
 * asking twice has one effect. All throw `GatewayUnknown` or `GatewayRefused`.
 */
export interface Gateway {
  readonly name: string
  /** Opens the payment `key`, or finds it. */
  prepare: (order: Prepare) => Promise<Payment>
  /** Charges an authorised payment; an amount that differs from the prepared one is refused. */
  confirm: (key: string, amount: number) => Promise<Payment>
  /** null: the gateway knows no such payment. */
  get: (key: string) => Promise<Payment | null>
  /** Gives `amount` KRW back under `cancelKey`, or releases the authorisation. */
  cancel: (key: string, amount: number, cancelKey: string) => Promise<Payment>
  /** The payment key that a message is about; null when its signature, its age or its form is wrong. */
  verifyWebhook: (rawBody: Uint8Array, headers: IncomingHttpHeaders, now: number) => { key: string } | null
}
