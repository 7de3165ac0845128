import { useCallback, useEffect, useRef, useState } from 'react'
import type { FailureCode } from '#contract/errors.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { fetchPayInfo, type Discounts, type PayInfo } from '#data/reserve.ts'
import { keepPayment, paymentOf } from './reserveDraft.ts'

interface PayInfoState {
  /** Null until the server has first answered. */
  payInfo: PayInfo | null
  /** Why the last request failed; null when it did not. */
  failure: FailedOutcome | null
  busy: boolean
  /** The discounts of `payInfo`. */
  applied: Discounts
  /** What the server has refused of the last choice; the sum is without it. */
  refused: { kind: 'coupon' | 'promo' | 'points'; promoCode: string | null } | null
}
export interface Paying extends PayInfoState {
  /** Requests the sum with other discounts; what is not named stays. One of coupon and code replaces the other. */
  choose: (change: Discounts) => Promise<void>
  /** Requests the sum with the present discounts. */
  reload: () => Promise<void>
  /** Shows what another request has answered: the reservation has its order now. */
  adopt: (payInfo: PayInfo) => void
}

const REFUSED_KINDS: Partial<Record<FailureCode, 'coupon' | 'promo' | 'points'>> = {
  E_COUPON: 'coupon',
  E_PROMO_CODE: 'promo',
  E_POINTS: 'points',
}
const without = (kind: 'coupon' | 'promo' | 'points', discounts: Discounts): Discounts => ({
  ...discounts,
  ...(kind === 'points' ? { points: undefined } : { couponUid: undefined, promoCode: undefined }),
})

/** Requests what a held reservation costs, with the discounts that were chosen for it before. */
export const usePayInfo = (memberId: string, rsvtUid: string): Paying => {
  const [state, setState] = useState<PayInfoState>({
    payInfo: null,
    failure: null,
    busy: true,
    applied: {},
    refused: null,
  })
  const requestNumber = useRef(0)
  const applied = useRef<Discounts>(paymentOf(memberId, rsvtUid))

  const request = useCallback(
    async (discounts: Discounts): Promise<void> => {
      const mine = (requestNumber.current += 1)
      /** The screen was unmounted, or a later request has started. */
      const isOld = () => mine !== requestNumber.current
      setState((old) => ({ ...old, busy: true, failure: null }))
      // Effects that are undone in the same task send nothing: StrictMode mounts each component twice in development.
      await Promise.resolve()
      if (isOld()) return
      const first = await fetchPayInfo(rsvtUid, discounts)
      if (isOld()) return
      const kind = first.ok ? undefined : REFUSED_KINDS[first.code]
      const next = kind ? without(kind, discounts) : discounts
      const answer = kind ? await fetchPayInfo(rsvtUid, next) : first
      if (isOld()) return
      if (answer.ok) {
        applied.current = next
        const { couponUid, promoCode, points } = next
        keepPayment(memberId, rsvtUid, { couponUid, promoCode, points })
      }
      setState((old) => ({
        payInfo: answer.ok ? answer.data : old.payInfo,
        failure: answer.ok ? null : answer,
        busy: false,
        applied: applied.current,
        refused: kind ? { kind, promoCode: discounts.promoCode ?? null } : null,
      }))
    },
    [memberId, rsvtUid],
  )
  useEffect(() => {
    void request(applied.current)
    return () => {
      requestNumber.current += 1
    }
  }, [request])

  return {
    ...state,
    choose: (change) => request({ ...applied.current, ...change }),
    reload: () => request(applied.current),
    adopt: (payInfo) => setState((old) => ({ ...old, payInfo, failure: null, busy: false })),
  }
}
