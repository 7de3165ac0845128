import { useCallback, useEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/calls/pass.ts'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { quotePass, type PaymentMethod } from '#data/pass.ts'
import type { Discounts } from '#data/reserve.ts'
import { priceAfter } from '../../-shared/payment/lastPrice.ts'
import { priceDiscounted } from '../../-shared/payment/refusedDiscount.ts'
import { useLatestRequest } from '../../-shared/payment/useLatestRequest.ts'
import { heldQuoteOf, storeQuote, releaseQuote } from './unanswered.ts'

interface QuoteInput {
  gdsDtlUid: string
  passCnt: number
  /** Coupon of the first price; later ones are chosen by `chooseCoupon`. */
  couponUid?: string | undefined
}

export interface Pricing {
  /** Null until the first price was received. */
  quote: Quote | null
  /** Why the last request for a price failed, also while it is repeated; null when it did not. */
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
  /** Repeats the request that failed, with the discount that was chosen by it. */
  retry: () => Promise<void>
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
  const [state, setState] = useState<Omit<Pricing, 'busy' | 'isHeld'>>(() => {
    const quote = heldQuoteOf({ gdsDtlUid, passCnt, couponUid })
    return {
      quote,
      failure: null,
      previousAmountKrw: null,
      refusedPromo: null,
      appliedPromo: quote && quote.discount > 0 && quote.couponUid === null ? firstPromo : '',
      isCouponRefused: false,
    }
  })
  const [isHeld, setHeld] = useState(state.quote !== null)
  const { busy, start, cancel } = useLatestRequest(state.quote === null)
  // One discount per order.
  const first: Discounts = firstPromo ? { promoCode: firstPromo } : { couponUid }
  const applied = useRef(first)
  const wanted = useRef({ discounts: first, replaces: false })

  const requestQuote = useCallback(
    (discounts: Discounts, replaces: boolean): Promise<void> => {
      wanted.current = { discounts, replaces }
      return start(
        (isOld) =>
          priceDiscounted(
            ({ promoCode, couponUid: coupon }) =>
              quotePass({
                gdsDtlUid,
                passCnt,
                ...(promoCode ? { promoCode } : coupon ? { couponUid: coupon } : {}),
              }),
            discounts,
            isOld,
          ),
        ({ answer, refused, discounts: accepted }) => {
          if (answer.ok) applied.current = accepted
          setState((old) => ({
            quote: priceAfter(answer, old.quote),
            failure: answer.ok ? null : answer,
            previousAmountKrw: answer.ok && replaces && old.quote ? old.quote.amount : null,
            refusedPromo: refused?.promoCode || null,
            appliedPromo: answer.ok ? (accepted.promoCode ?? '') : old.appliedPromo,
            isCouponRefused: refused?.kind === 'coupon',
          }))
        },
      )
    },
    [gdsDtlUid, passCnt, start],
  )
  const apply = useCallback((promoCode: string) => requestQuote({ promoCode }, false), [requestQuote])
  const chooseCoupon = useCallback(
    (coupon: string | undefined) => requestQuote({ couponUid: coupon }, false),
    [requestQuote],
  )
  const renew = useCallback(() => requestQuote(applied.current, true), [requestQuote])
  const retry = () => requestQuote(wanted.current.discounts, wanted.current.replaces)

  useEffect(() => {
    if (heldQuoteOf({ gdsDtlUid, passCnt, couponUid: applied.current.couponUid })) return
    void requestQuote(applied.current, false)
    return cancel
  }, [requestQuote, cancel, gdsDtlUid, passCnt])

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

  return { ...state, busy, isHeld, apply, chooseCoupon, renew, retry, hold, release }
}
