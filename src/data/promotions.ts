import type { Data } from '#contract/calls/call.ts'
import type { promotionDetail, promotionList } from '#contract/calls/stickyArea.ts'
import { sharedPromotion, sharedPromotions } from '#sync/mirror/sharedPromotions.ts'
import { createSharedHook } from './shared.ts'
import { createSharedHookById } from './sharedById.ts'
export type { Promotion } from '#contract/calls/stickyArea.ts'

export type PromotionDetail = Data<typeof promotionDetail>

/** Returns the promotions: in progress by their end, then ended ones, the last first. */
export const usePromotions = createSharedHook<Data<typeof promotionList>>(({ locale }) => sharedPromotions(locale()))

/** Returns one promotion with its text. */
export const usePromotion = createSharedHookById<string, PromotionDetail>(({ locale }, id) =>
  sharedPromotion(locale(), id),
)
