import { useCallback, useEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/calls/pass.ts'
import { useNow } from '#data/clock.ts'
import type { OutcomeCode } from '#data/outcome.ts'
import { quotePass } from '#data/pass.ts'

interface Wanted {
  gdsDtlUid: string
  passCnt: number
  couponUid?: string | undefined
}
export interface Pricing {
  quote: Quote | null
  /** Why there is no price. */
  failure: OutcomeCode | null
  busy: boolean
  /** The amount (KRW) that `quote` replaced after the older one had run out; null when nothing was replaced. */
  was: number | null
  /** A code that cannot be used; the price is without it. */
  refusedPromo: string | null
}
interface Asking {
  /** Prices with this promotion code, or without one (`''`). */
  apply: (promoCode: string) => Promise<void>
  /** Asks again with the code that was applied. */
  again: () => Promise<void>
}

const CHECK_MS = 5_000

/** The server's price of an order, asked for when the screen opens and again when it has run out. */
export const useQuote = ({ gdsDtlUid, passCnt, couponUid }: Wanted, firstPromo: string): Pricing & Asking => {
  const [state, setState] = useState<Pricing>({
    quote: null,
    failure: null,
    busy: true,
    was: null,
    refusedPromo: null,
  })
  const asked = useRef(0)
  const applied = useRef(firstPromo)

  const ask = useCallback(
    async (promoCode: string, replaces: boolean): Promise<void> => {
      const mine = (asked.current += 1)
      /** The screen is left, or a later question has been asked. */
      const isOld = () => mine !== asked.current
      setState((old) => ({ ...old, busy: true, failure: null }))
      // What is taken back at once is never sent: in development a screen is mounted, taken down and mounted again.
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
        failure: answer.ok ? null : answer.code,
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
    if (ended) void again()
  }, [ended, again])

  return { ...state, apply, again }
}
