import { useCallback, useEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/calls/pass.ts'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { quotePass } from '#data/pass.ts'

interface QuoteInput {
  gdsDtlUid: string
  passCnt: number
  couponUid?: string | undefined
}
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
  /** An order may exist for this quote: do not replace the quote when it expires. */
  isHeld: boolean
}
interface QuoteActions {
  /** Requests a quote with this promotion code; `''` for none. */
  apply: (promoCode: string) => Promise<void>
  /** Requests a new quote with the current code. */
  renew: () => Promise<void>
  /** Holds the quote: true before its order is requested, false once the answer shows that no order exists. */
  hold: (isHeld: boolean) => void
}

const CHECK_MS = 5_000

/** Requests the price of an order when the screen opens, and again when the quote expires. */
export const useQuote = ({ gdsDtlUid, passCnt, couponUid }: QuoteInput, firstPromo: string): Pricing & QuoteActions => {
  const [state, setState] = useState<Omit<Pricing, 'isHeld'>>({
    quote: null,
    failure: null,
    busy: true,
    previousAmountKrw: null,
    refusedPromo: null,
  })
  const [isHeld, hold] = useState(false)
  const requestNumber = useRef(0)
  const applied = useRef(firstPromo)

  const requestQuote = useCallback(
    async (promoCode: string, replaces: boolean): Promise<void> => {
      const mine = (requestNumber.current += 1)
      /** The screen was unmounted, or a later request has started. */
      const isOld = () => mine !== requestNumber.current
      setState((old) => ({ ...old, busy: true, failure: null }))
      // Effects that are undone in the same task send nothing: StrictMode mounts each component twice in development.
      await Promise.resolve()
      if (isOld()) return
      const wanted = { gdsDtlUid, passCnt }
      // One discount per order.
      const chosen = promoCode ? { promoCode } : couponUid ? { couponUid } : {}
      const first = await quotePass({ ...wanted, ...chosen })
      if (isOld()) return
      const refused = !first.ok && (first.code === 'E_PROMO_CODE' || first.code === 'E_COUPON')
      const answer = refused ? await quotePass(wanted) : first
      if (isOld()) return
      applied.current = refused ? '' : promoCode
      setState((old) => ({
        quote: answer.ok ? answer.data : old.quote,
        failure: answer.ok ? null : answer,
        busy: false,
        previousAmountKrw: answer.ok && replaces && old.quote ? old.quote.amount : null,
        refusedPromo: refused && promoCode ? promoCode : null,
      }))
    },
    [gdsDtlUid, passCnt, couponUid],
  )
  const apply = useCallback((promoCode: string) => requestQuote(promoCode, false), [requestQuote])
  const renew = useCallback(() => requestQuote(applied.current, true), [requestQuote])

  useEffect(() => {
    void requestQuote(applied.current, false)
    return () => {
      requestNumber.current += 1
    }
  }, [requestQuote])

  const ended = useNow(CHECK_MS) >= (state.quote?.expiresAt ?? Infinity)
  useEffect(() => {
    if (ended && !isHeld) void renew()
  }, [ended, isHeld, renew])

  return { ...state, isHeld, apply, renew, hold }
}
