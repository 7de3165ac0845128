import * as z from 'zod/mini'
import type { Order, Quote } from '#contract/calls/pass.ts'
import { createDraft } from '#data/drafts.ts'

/** The browser has no schemas of answers; this checks what the form computes with. */
const quote = z.custom<Quote>((value) => {
  const { quoteUid, amount, expiresAt, methods, buyer } = { ...(value as Partial<Quote> | null) }
  return (
    typeof quoteUid === 'string' &&
    typeof amount === 'number' &&
    typeof expiresAt === 'number' &&
    Array.isArray(methods) &&
    typeof buyer?.name === 'string'
  )
})

/**
 * What this tab has left open at the server. It survives a reload, so that leaving the payment never starts a second
 * order unnoticed; a sign-out deletes it.
 */
const schema = z.object({
  /** The quote whose order was requested and not answered: the order may exist, so the quote is not replaced. */
  held: z.nullable(z.object({ quote, promoCode: z.string(), method: z.string() })),
  /** The last order whose payment is not known to be decided. */
  order: z.nullable(z.object({ ordUid: z.string(), orderNumber: z.string(), amount: z.number() })),
})
export type Unanswered = z.infer<typeof schema>

const draft = createDraft<Unanswered>('payment', schema, { held: null, order: null })

/** Hook: returns what is open, and renders again at each change. */
export const useUnanswered = draft.use
/** Deletes everything that is open. */
export const clearUnanswered = draft.clear

/** Stores the quote before its order is requested. */
export const storeQuote = (held: NonNullable<Unanswered['held']>): void => draft.patch({ held })
/** Deletes the quote: the server has said that it has no order. */
export const releaseQuote = (): void => draft.patch({ held: null })

/** Stores a new order in place of its quote, until its payment is decided. */
export const storeOrder = ({ ordUid, orderNumber, amount, state }: Order): void =>
  draft.patch({ held: null, order: state === 'pending' ? { ordUid, orderNumber, amount } : null })

/** Deletes an order whose payment is decided. */
export const settleOrder = ({ ordUid, state }: Order): void => {
  if (state !== 'pending' && draft.read().order?.ordUid === ordUid) draft.patch({ order: null })
}

type Choice = Pick<Quote, 'gdsDtlUid' | 'passCnt'> & { couponUid?: string | undefined }

/** Returns whether a stored quote is of the same choice. */
export const isQuoteOf = (held: Quote, { gdsDtlUid, passCnt, couponUid }: Choice): boolean =>
  held.gdsDtlUid === gdsDtlUid && held.passCnt === passCnt && (couponUid ?? held.couponUid) === held.couponUid

/** Returns the quote that was left open for the same choice; null without one. */
export const heldQuoteOf = (choice: Choice): Quote | null => {
  const { held } = draft.read()
  return held && isQuoteOf(held.quote, choice) ? held.quote : null
}
