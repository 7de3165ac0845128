import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { PAYMENT_METHODS } from '#contract/calls/pass.ts'
import type { Locale } from '#contract/locales.ts'

/**
 * State of a payment at the gateway. `ready`: its page waits for the buyer. `authorised`: the card was approved, and
 * nothing is charged before `confirm`. `cancelled`: refunded in full, or the authorisation released.
 */
export type PaymentState = 'ready' | 'authorised' | 'paid' | 'declined' | 'cancelled'

export interface Payment {
  /** Our id of the payment, unique per order. */
  key: string
  state: PaymentState
  /** KRW. */
  amount: number
  /** Why it was declined. */
  reason: 'declined' | 'domestic_card' | null
  /** Address of the hosted page. */
  payUrl: string
  /** The buyer's bank has opened a charge-back that is not decided; null when the gateway does not say. */
  disputed: boolean | null
}

/** What a signed message of the gateway says. */
export interface PaymentMessage {
  key: string
  /** A charge-back was opened (true) or decided (false); absent in messages about something else. */
  disputed?: boolean
}

export interface Prepare {
  key: string
  amount: number
  orderNumber: string
  /** Name of the purchase on the hosted page. */
  orderName: string
  method: (typeof PAYMENT_METHODS)[number]
  locale: Locale
  /** Address to which the gateway redirects the browser. */
  returnUrl: string
  webhookUrl: string
}

/** The gateway was unreachable or gave no usable answer. The outcome is unknown: retry with the same key. */
export class GatewayUnknown extends Error {
  override name = 'GatewayUnknown'
}

/** The gateway refused the request; `code` is its error code. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused'
  readonly code: string
  constructor(code: string) {
    super(`the payment gateway refused: ${code}`)
    this.code = code
  }
}

/**
 * A payment gateway with a hosted page, so that card data never reaches this server. Every effect has a key and is
 * idempotent. All methods throw `GatewayUnknown` or `GatewayRefused`.
 */
export interface Gateway {
  readonly name: string
  /** Adds pages of our own that it needs, below `/api`, which the service worker passes to the network. */
  addPages?: (app: FastifyInstance) => void
  /** Opens the payment `key`, or returns the existing one. */
  prepare: (order: Prepare) => Promise<Payment>
  /** Charges an authorised payment; refuses an amount other than the prepared one. */
  confirm: (key: string, amount: number) => Promise<Payment>
  /** Resolves to null when the gateway has no such payment. */
  get: (key: string) => Promise<Payment | null>
  /** Refunds `amount` KRW under the idempotency key `cancelKey`, or releases the authorisation. */
  cancel: (key: string, amount: number, cancelKey: string) => Promise<Payment>
  /** Returns what a webhook says about a payment; null for a wrong signature, age or form. */
  verifyWebhook: (rawBody: Uint8Array, headers: IncomingHttpHeaders, now: number) => PaymentMessage | null
}
