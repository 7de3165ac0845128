import { useCallback, useEffect, useRef, useState } from 'react'
import type { FailedOutcome } from '#data/outcome.ts'
import { fetchPayInfo, type Discounts, type PayInfo } from '#data/reserve.ts'
import { priceAfter } from '../payment/lastPrice.ts'
import { priceDiscounted, type RefusedDiscount } from '../payment/refusedDiscount.ts'
import { useLatestRequest } from '../payment/useLatestRequest.ts'
import { keepPayment, paymentOf } from './reserveDraft.ts'

interface PayInfoState {
  /** Null until the server has first answered. */
  payInfo: PayInfo | null
  /** Why the last request failed, also while it is repeated; null when it did not. */
  failure: FailedOutcome | null
  /** The discounts of `payInfo`. */
  applied: Discounts
  /** What the server has refused of the last choice; the sum is without it. */
  refused: RefusedDiscount | null
}
export interface Paying extends PayInfoState {
  busy: boolean
  /** Requests the sum with other discounts; what is not named stays. One of coupon and code replaces the other. */
  choose: (change: Discounts) => Promise<void>
  /** Requests the sum with the present discounts. */
  reload: () => Promise<void>
  /** Repeats the request that failed, with the discounts that were chosen by it. */
  retry: () => Promise<void>
  /** Shows what another request has answered: the reservation has its order now. */
  adopt: (payInfo: PayInfo) => void
}

/** Requests what a held reservation costs, with the discounts that were chosen for it before. */
export const usePayInfo = (memberId: string, rsvtUid: string): Paying => {
  const [state, setState] = useState<PayInfoState>({
    payInfo: null,
    failure: null,
    applied: {},
    refused: null,
  })
  const { busy, start, cancel } = useLatestRequest()
  const applied = useRef<Discounts>(paymentOf(memberId, rsvtUid))
  const wanted = useRef<Discounts>({})

  const request = useCallback(
    (discounts: Discounts): Promise<void> => {
      wanted.current = discounts
      return start(
        (isOld) => priceDiscounted((chosen) => fetchPayInfo(rsvtUid, chosen), discounts, isOld),
        ({ answer, refused, discounts: { couponUid, promoCode, points } }) => {
          if (answer.ok) {
            applied.current = { couponUid, promoCode, points }
            keepPayment(memberId, rsvtUid, applied.current)
          }
          setState((old) => ({
            payInfo: priceAfter(answer, old.payInfo),
            failure: answer.ok ? null : answer,
            applied: applied.current,
            refused,
          }))
        },
      )
    },
    [memberId, rsvtUid, start],
  )
  useEffect(() => {
    void request(applied.current)
    return cancel
  }, [request, cancel])

  return {
    ...state,
    busy,
    choose: (change) => request({ ...applied.current, ...change }),
    reload: () => request(applied.current),
    retry: () => request(wanted.current),
    adopt: (payInfo) => setState((old) => ({ ...old, payInfo, failure: null })),
  }
}
