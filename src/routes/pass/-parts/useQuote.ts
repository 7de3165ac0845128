import { useCallback, useEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/calls/pass.ts'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { quotePass, type PaymentMethod } from '#data/pass.ts'
import { heldQuoteOf, storeQuote, releaseQuote } from './unanswered.ts'

interface QuoteInput {
  gdsDtlUid: string
  passCnt: number
  /** Coupon of the first price; later ones are chosen by `chooseCoupon`. */
  couponUid?: string | undefined
}
/** At most one of both is set: an order has one discount. */
interface Discount {
  promoCode: string
  couponUid: string | undefined
}
const NO_DISCOUNT: Discount = { promoCode: '', couponUid: undefined }

export interface Pricing {
  /** Null until the first price was received. */
  quote: Quote | null
  /** Why the last request for a price failed; null when it did not. */
  failure: FailedOutcome | null
  busy: boolean
  /** Amount (KRW) of the expired quote that this one replaced; null when none was replaced. */
  previousAmountKrw: number | null
  /** Promotion code that the server refused; the price is without it. Null for none. */
  refusedPromo: string | null
  /** Promotion code of this price; `''` for none. */
  appliedPromo: string
  /** The server refused the coupon; the price is without it. */
  isCouponRefused: boolean
  /** An order may exist for this quote: do not replace the quote when it expires. */
  isHeld: boolean
}
interface QuoteActions {
  /** Requests a quote with this promotion code; `''` for none. */
  apply: (promoCode: string) => Promise<void>
  /** Requests a quote with this coupon, which replaces a promotion code; undefined for none. */
  chooseCoupon: (couponUid: string | undefined) => Promise<void>
  /** Requests a new quote with the current discount. */
  renew: () => Promise<void>
  /** Holds the quote, before its order is requested; also across a reload. */
  hold: (method: PaymentMethod) => void
  /** Releases the quote, once an answer shows that no order exists. */
  release: () => void
}

const CHECK_MS = 5_000

/**
 * Requests the price of an order when the screen opens, and again when the quote expires. A quote of the same choice that
 * was left without an answer is shown again instead: its order may exist.
 */
export const useQuote = ({ gdsDtlUid, passCnt, couponUid }: QuoteInput, firstPromo: string): Pricing & QuoteActions => {
  const [state, setState] = useState<Omit<Pricing, 'isHeld'>>(() => {
    const quote = heldQuoteOf({ gdsDtlUid, passCnt, couponUid })
    return {
      quote,
      failure: null,
      busy: quote === null,
      previousAmountKrw: null,
      refusedPromo: null,
      appliedPromo: quote && quote.discount > 0 && quote.couponUid === null ? firstPromo : '',
      isCouponRefused: false,
    }
  })
  const [isHeld, setHeld] = useState(state.quote !== null)
  const requestNumber = useRef(0)
  const applied = useRef<Discount>({ promoCode: firstPromo, couponUid: firstPromo ? undefined : couponUid })

  const requestQuote = useCallback(
    async ({ promoCode, couponUid: coupon }: Discount, replaces: boolean): Promise<void> => {
      const ownNumber = (requestNumber.current += 1)
      /** The screen was unmounted, or a later request has started. */
      const isOld = () => ownNumber !== requestNumber.current
      setState((old) => ({ ...old, busy: true, failure: null }))
      // Effects that are undone in the same task send nothing: StrictMode mounts each component twice in development.
      await Promise.resolve()
      if (isOld()) return
      const wanted = { gdsDtlUid, passCnt }
      // One discount per order.
      const chosen = promoCode ? { promoCode } : coupon ? { couponUid: coupon } : {}
      const first = await quotePass({ ...wanted, ...chosen })
      if (isOld()) return
      const refused = !first.ok && (first.code === 'E_PROMO_CODE' || first.code === 'E_COUPON')
      const answer = refused ? await quotePass(wanted) : first
      if (isOld()) return
      applied.current = refused ? NO_DISCOUNT : { promoCode, couponUid: coupon }
      setState((old) => ({
        quote: answer.ok ? answer.data : old.quote,
        failure: answer.ok ? null : answer,
        busy: false,
        previousAmountKrw: answer.ok && replaces && old.quote ? old.quote.amount : null,
        refusedPromo: refused && promoCode ? promoCode : null,
        appliedPromo: answer.ok ? applied.current.promoCode : old.appliedPromo,
        isCouponRefused: refused && coupon !== undefined,
      }))
    },
    [gdsDtlUid, passCnt],
  )
  const apply = useCallback(
    (promoCode: string) => requestQuote({ promoCode, couponUid: undefined }, false),
    [requestQuote],
  )
  const chooseCoupon = useCallback(
    (coupon: string | undefined) => requestQuote({ promoCode: '', couponUid: coupon }, false),
    [requestQuote],
  )
  const renew = useCallback(() => requestQuote(applied.current, true), [requestQuote])

  useEffect(() => {
    if (heldQuoteOf({ gdsDtlUid, passCnt, couponUid: applied.current.couponUid })) return
    void requestQuote(applied.current, false)
    return () => {
      requestNumber.current += 1
    }
  }, [requestQuote, gdsDtlUid, passCnt])

  const hold = (method: PaymentMethod) => {
    setHeld(true)
    if (state.quote) storeQuote({ quote: state.quote, promoCode: state.appliedPromo, method })
  }
  const release = () => {
    setHeld(false)
    releaseQuote()
  }

  const ended = useNow(CHECK_MS) >= (state.quote?.expiresAt ?? Infinity)
  useEffect(() => {
    if (ended && !isHeld) void renew()
  }, [ended, isHeld, renew])

  return { ...state, isHeld, apply, chooseCoupon, renew, hold, release }
}
