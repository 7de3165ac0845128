import { useCallback, useEffect, useRef, useState } from 'react'
import type { FailureCode } from '#contract/errors.ts'
import type { CartLine } from '#data/cart.ts'
import { quoteCart, type CartQuote } from '#data/cartOrder.ts'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import type { Discounts } from '#data/reserve.ts'

interface CartPricing {
  /** The server's prices of the present lines; null until it has answered. */
  quote: CartQuote | null
  /** Why the last request failed; null when it did not. */
  failure: FailedOutcome | null
  busy: boolean
  /** The discounts of `quote`. */
  applied: Discounts
  /** What the server has refused of the last choice; the sum is without it. */
  refused: { kind: 'coupon' | 'promo' | 'points'; promoCode: string | null } | null
}
export interface CartPrices extends CartPricing {
  /** Requests the sum with other discounts; what is not named stays. */
  choose: (change: Discounts) => Promise<void>
  /** Requests the sum with the present discounts. */
  reload: () => Promise<void>
}

const REFUSED_KINDS: Partial<Record<FailureCode, 'coupon' | 'promo' | 'points'>> = {
  E_COUPON: 'coupon',
  E_PROMO_CODE: 'promo',
  E_POINTS: 'points',
}
const CHECK_MS = 5_000

/** Requests the price of the cart when its lines change, and again when the price expires. */
export const useCartQuote = (lines: readonly CartLine[]): CartPrices => {
  const [state, setState] = useState<CartPricing>({
    quote: null,
    failure: null,
    busy: true,
    applied: {},
    refused: null,
  })
  const requestNumber = useRef(0)
  const applied = useRef<Discounts>({})
  // The same text for the same lines: they are new objects at each change of the cart.
  const key = JSON.stringify(lines)

  const request = useCallback(
    async (discounts: Discounts): Promise<void> => {
      const ownNumber = (requestNumber.current += 1)
      /** The screen was unmounted, or a later request has started. */
      const isOld = () => ownNumber !== requestNumber.current
      setState((old) => ({ ...old, busy: true, failure: null }))
      // Effects that are undone in the same task send nothing: StrictMode mounts each component twice in development.
      await Promise.resolve()
      if (isOld()) return
      const wanted = JSON.parse(key) as CartLine[]
      const first = await quoteCart(wanted, discounts)
      if (isOld()) return
      const kind = first.ok ? undefined : REFUSED_KINDS[first.code]
      const next =
        kind === 'points'
          ? { ...discounts, points: undefined }
          : kind
            ? { ...discounts, couponUid: undefined, promoCode: undefined }
            : discounts
      const answer = kind ? await quoteCart(wanted, next) : first
      if (isOld()) return
      applied.current = next
      setState({
        quote: answer.ok ? answer.data : null,
        failure: answer.ok ? null : answer,
        busy: false,
        applied: next,
        refused: kind ? { kind, promoCode: discounts.promoCode ?? null } : null,
      })
    },
    [key],
  )
  useEffect(() => {
    void request(applied.current)
    return () => {
      requestNumber.current += 1
    }
  }, [request])

  const reload = useCallback(() => request(applied.current), [request])
  const ended = useNow(CHECK_MS) >= (state.quote?.expiresAt ?? Infinity)
  useEffect(() => {
    if (ended) void reload()
  }, [ended, reload])

  return { ...state, choose: (change) => request({ ...applied.current, ...change }), reload }
}
