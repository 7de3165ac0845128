import * as z from 'zod/mini'
import { call } from './call.ts'
import { deprecatedBoolean, text, uuid, yn } from './fields.ts'

export const paymentReturn = call({
  method: 'GET',
  path: '/payment/return',
  who: 'gateway',
  addition: true,
  raw: true,
  effect: true,
  evenFull: true,
  summary: 'Back from the payment page: settles and leads to /pass/completed, for a reservation to its voucher',
  /** Gateways add parameters of their own, which are ignored. */
  query: z.looseObject({
    ordUid: uuid,
    result: z.optional(text(40)),
    /** What the order buys, by which the browser is led on while the database does not answer: `pass`, `goods`, `cart`. */
    kind: z.optional(text(40)),
  }),
  data: z.null(),
})

/** The server reads the raw body, because the signature covers its bytes. */
export const paymentWebhook = call({
  method: 'POST',
  path: '/payment/webhook',
  who: 'gateway',
  addition: true,
  unstored: true,
  summary: "The gateway's signed message",
  refuses: ['E_NOT_FOUND'],
  body: z.unknown(),
  data: z.object({ received: deprecatedBoolean('receivedYn'), receivedYn: z.optional(yn) }),
})
