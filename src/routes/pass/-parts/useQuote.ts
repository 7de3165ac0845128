import { useCallback, useEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/calls/pass.ts'
import { useNow } from '#data/clock.ts'
import type { Failed } from '#data/outcome.ts'
import { quotePass } from '#data/pass.ts'

interface Wanted {
  gdsDtlUid: string
  passCnt: number
  couponUid?: string | undefined
}
export interface Pricing {
  quote: Quote | null
  /** Why the last request for a price failed. */
  failure: Failed | null
  busy: boolean
  /** Amount (KRW) of the expired quote that this one replaced; null when none was replaced. */
  was: number | null
  /** Promotion code that the server refused; the price is without it. */
  refusedPromo: string | null
  /** An order may exist for this quote: do not replace the quote when it expires. */
  isHeld: boolean
}
interface Asking {
  /** Requests a quote with this promotion code; `''` for none. */
  apply: (promoCode: string) => Promise<void>
  /** Requests a new quote with the current code. */
  again: () => Promise<void>
  /** Holds the quote: true before its order is requested, false once the answer shows that no order exists. */
  hold: (isHeld: boolean) => void
}

const CHECK_MS = 5_000

/** Requests the price of an order when the screen opens, and again when the quote expires. */
export const useQuote = ({ gdsDtlUid, passCnt, couponUid }: Wanted, firstPromo: string): Pricing & Asking => {
  const [state, setState] = useState<Omit<Pricing, 'isHeld'>>({
    quote: null,
    failure: null,
    busy: true,
    was: null,
    refusedPromo: null,
  })
  const [isHeld, hold] = useState(false)
  const asked = useRef(0)
  const applied = useRef(firstPromo)

  const ask = useCallback(
    async (promoCode: string, replaces: boolean): Promise<void> => {
      const mine = (asked.current += 1)
      /** The screen was unmounted, or a later request has started. */
      const isOld = () => mine !== asked.current
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
        was: answer.ok && replaces && old.quote ? old.quote.amount : null,
        refusedPromo: refused && promoCode ? promoCode : null,
      }))
    },
    [gdsDtlUid, passCnt, couponUid],
  )
  const apply = useCallback((promoCode: string) => ask(promoCode, false), [ask])
  const again = useCallback(() => ask(applied.current, true), [ask])

  useEffect(() => {
    void ask(applied.current, false)
    return () => {
      asked.current += 1
    }
  }, [ask])

  const ended = useNow(CHECK_MS) >= (state.quote?.expiresAt ?? Infinity)
  useEffect(() => {
    if (ended && !isHeld) void again()
  }, [ended, isHeld, again])

  return { ...state, isHeld, apply, again, hold }
}
