import { useCallback, useEffect, useState } from 'react'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { priceGoods, type GoodsChoice, type GoodsQuote } from '#data/reserve.ts'
import { priceAfter } from '../payment/lastPrice.ts'
import { useLatestRequest } from '../payment/useLatestRequest.ts'
import { notePrice } from './reserveDraft.ts'

interface QuoteState {
  /** Null until the first price was received. */
  quote: GoodsQuote | null
  /** Why the last request for a price failed, also while it is repeated; null when it did not. */
  failure: FailedOutcome | null
  /** The price (KRW) that this visitor saw before for the same choice; null for none. */
  previousAmountKrw: number | null
}

const CHECK_MS = 5_000

/** Requests the price of a choice when the screen opens, and again when it expires. */
export const useGoodsQuote = (
  memberId: string,
  { option, priceSn, count }: GoodsChoice,
): QuoteState & { busy: boolean; renew: () => Promise<void> } => {
  const [state, setState] = useState<QuoteState>({ quote: null, failure: null, previousAmountKrw: null })
  const { busy, start, cancel } = useLatestRequest()
  const renew = useCallback(() => {
    const choice = { option, priceSn, count }
    return start(
      () => priceGoods(choice),
      (answer) => {
        const before = answer.ok ? notePrice(memberId, choice, answer.data.amount) : null
        setState((old) => ({
          quote: priceAfter(answer, old.quote),
          failure: answer.ok ? null : answer,
          previousAmountKrw: answer.ok ? before : old.previousAmountKrw,
        }))
      },
    )
  }, [start, memberId, option, priceSn, count])

  useEffect(() => {
    void renew()
    return cancel
  }, [renew, cancel])

  const isExpired = useNow(CHECK_MS) >= (state.quote?.expiresAt ?? Infinity)
  useEffect(() => {
    if (isExpired) void renew()
  }, [isExpired, renew])
  return { ...state, busy, renew }
}
