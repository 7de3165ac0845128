import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CartLine } from '#data/cart.ts'
import { quoteCart, type CartQuote } from '#data/cartOrder.ts'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import type { Discounts } from '#data/reserve.ts'
import { priceAfter } from '../../-shared/payment/lastPrice.ts'
import { priceDiscounted, type RefusedDiscount } from '../../-shared/payment/refusedDiscount.ts'
import { useLatestRequest } from '../../-shared/payment/useLatestRequest.ts'

interface CartPricing {
  /** The server's last prices, perhaps of other lines; null until it has answered. */
  quote: CartQuote | null
  /** Why the last request failed, also while it is repeated; null when it did not. */
  failure: FailedOutcome | null
  /** The discounts of `quote`. */
  applied: Discounts
  /** What the server has refused of the last choice; the sum is without it. */
  refused: RefusedDiscount | null
}
export interface CartPrices extends CartPricing {
  busy: boolean
  /** The same text for the same lines. */
  linesKey: string
  /** `quote` is of exactly the present lines, so that it can be paid. */
  isPriced: boolean
  /** An order of this quote may exist: the quote is not replaced while its lines stay. */
  isHeld: boolean
  hold: (isHeld: boolean) => void
  /** Requests the sum with other discounts; what is not named stays. */
  choose: (change: Discounts) => Promise<void>
  /** Requests the sum with the present discounts. */
  reload: () => Promise<void>
  /** Repeats the request that failed, with the discounts that were chosen by it. */
  retry: () => Promise<void>
}

const CHECK_MS = 5_000

/**
 * Requests the price of the cart when its lines change, again when the price expires, and after a failed request when
 * the connection is back. A quote of which an order may exist stays.
 */
export const useCartQuote = (lines: readonly CartLine[], isOnline: boolean): CartPrices => {
  const [{ quotedKey, ...state }, setState] = useState<CartPricing & { quotedKey: string | null }>({
    quote: null,
    quotedKey: null,
    failure: null,
    applied: {},
    refused: null,
  })
  const { busy, start, cancel } = useLatestRequest()
  const applied = useRef<Discounts>({})
  const wanted = useRef<Discounts>({})
  // Lines are new objects at each change of the cart.
  const key = JSON.stringify(lines)

  const request = useCallback(
    (discounts: Discounts): Promise<void> => {
      wanted.current = discounts
      return start(
        (isOld) => priceDiscounted((chosen) => quoteCart(JSON.parse(key) as CartLine[], chosen), discounts, isOld),
        ({ answer, refused, discounts: accepted }) => {
          // Without the discount that was refused, also when the lines change.
          if (answer.ok) applied.current = wanted.current = accepted
          setState((old) => ({
            quote: priceAfter(answer, old.quote),
            quotedKey: answer.ok ? key : old.quotedKey,
            failure: answer.ok ? null : answer,
            applied: applied.current,
            refused,
          }))
        },
      )
    },
    [key, start],
  )
  useEffect(() => {
    void request(wanted.current)
    return cancel
  }, [request, cancel])

  const retry = useCallback(() => request(wanted.current), [request])
  const quoteUid = state.quote?.quoteUid ?? null
  const [heldUid, setHeldUid] = useState<string | null>(null)
  const isHeld = heldUid !== null && heldUid === quoteUid && quotedKey === key
  const onConnection = useEffectEvent(() => {
    if (state.failure && !isHeld) void retry()
  })
  useEffect(() => {
    if (isOnline) onConnection()
  }, [isOnline])

  const reload = useCallback(() => request(applied.current), [request])
  const ended = useNow(CHECK_MS) >= (state.quote?.expiresAt ?? Infinity)
  useEffect(() => {
    if (ended && !isHeld) void reload()
  }, [ended, isHeld, reload])

  return {
    ...state,
    busy,
    linesKey: key,
    isPriced: quotedKey === key,
    isHeld,
    hold: (held) => setHeldUid(held ? quoteUid : null),
    choose: (change) => request({ ...applied.current, ...change }),
    reload,
    retry,
  }
}
