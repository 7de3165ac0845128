import { useCallback, useEffect, useRef, useState } from 'react'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { priceGoods, type GoodsChoice, type GoodsQuote } from '#data/reserve.ts'
import { notePrice } from './reserveDraft.ts'

interface QuoteState {
  /** Null until the first price was received. */
  quote: GoodsQuote | null
  /** Why the last request for a price failed; null when it did not. */
  failure: FailedOutcome | null
  busy: boolean
  /** The price (KRW) that this visitor saw before for the same choice; null for none. */
  previousAmountKrw: number | null
}

const CHECK_MS = 5_000

/** Requests the price of a choice when the screen opens, and again when it expires. */
export const useGoodsQuote = (
  memberId: string,
  { option, priceSn, count }: GoodsChoice,
): QuoteState & { renew: () => Promise<void> } => {
  const [state, setState] = useState<QuoteState>({ quote: null, failure: null, busy: true, previousAmountKrw: null })
  const requestNumber = useRef(0)
  const request = useCallback(
    async (choice: GoodsChoice) => {
      const mine = (requestNumber.current += 1)
      /** The screen was unmounted, or a later request has started. */
      const isOld = () => mine !== requestNumber.current
      setState((old) => ({ ...old, busy: true, failure: null }))
      const answer = await priceGoods(choice)
      if (isOld()) return
      if (!answer.ok) {
        // Sold out or not on sale: the price before is not one that can be reserved.
        const isUnknown = answer.code === 'OFFLINE'
        setState((old) => ({ ...old, quote: isUnknown ? old.quote : null, failure: answer, busy: false }))
        return
      }
      const before = notePrice(memberId, choice, answer.data.amount)
      setState({ quote: answer.data, failure: null, busy: false, previousAmountKrw: before })
    },
    [memberId],
  )

  useEffect(() => {
    let isUndone = false
    // Effects that are undone in the same task send nothing: StrictMode mounts each component twice in development.
    void Promise.resolve().then(() => (isUndone ? undefined : request({ option, priceSn, count })))
    return () => {
      isUndone = true
      requestNumber.current += 1
    }
  }, [request, option, priceSn, count])

  const isExpired = useNow(CHECK_MS) >= (state.quote?.expiresAt ?? Infinity)
  useEffect(() => {
    if (isExpired) void Promise.resolve().then(() => request({ option, priceSn, count }))
  }, [isExpired, request, option, priceSn, count])
  return { ...state, renew: () => request({ option, priceSn, count }) }
}
