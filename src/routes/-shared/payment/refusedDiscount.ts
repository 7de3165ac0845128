import type { FailureCode } from '#contract/errors.ts'
import type { Outcome } from '#data/outcome.ts'
import type { Discounts } from '#data/reserve.ts'
import type { IsOld } from './useLatestRequest.ts'

type DiscountKind = 'coupon' | 'promo' | 'points'

/** What the server has refused of a choice of discounts; the price is without it. */
export interface RefusedDiscount {
  kind: DiscountKind
  /** The promotion code of the refused choice; null for none. */
  promoCode: string | null
}
export interface DiscountedPrice<T> {
  answer: Outcome<T>
  /** The discounts of `answer`. */
  discounts: Discounts
  refused: RefusedDiscount | null
}

const REFUSED_KINDS: Partial<Record<FailureCode, DiscountKind>> = {
  E_COUPON: 'coupon',
  E_PROMO_CODE: 'promo',
  E_POINTS: 'points',
}
const without = (kind: DiscountKind, discounts: Discounts): Discounts => ({
  ...discounts,
  ...(kind === 'points' ? { points: undefined } : { couponUid: undefined, promoCode: undefined }),
})

/** Requests a price with discounts, and once more without the one that the server refuses, unless `isOld` by then. */
export const priceDiscounted = async <T>(
  request: (discounts: Discounts) => Promise<Outcome<T>>,
  discounts: Discounts,
  isOld: IsOld,
): Promise<DiscountedPrice<T>> => {
  const answer = await request(discounts)
  const kind = answer.ok ? undefined : REFUSED_KINDS[answer.code]
  if (kind === undefined || isOld()) return { answer, discounts, refused: null }
  const accepted = without(kind, discounts)
  return {
    answer: await request(accepted),
    discounts: accepted,
    refused: { kind, promoCode: discounts.promoCode ?? null },
  }
}
