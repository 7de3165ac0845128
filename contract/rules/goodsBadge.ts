import { GOODS_KINDS } from '../codes.ts'
import { koreanDate } from './koreanCalendar.ts'

/** Goods types that the navigation has a button for, in its order. */
export const GOODS_TYPES_WITH_BADGE = [...GOODS_KINDS, 'pass'] as const
export type GoodsTypeWithBadge = (typeof GOODS_TYPES_WITH_BADGE)[number]

export const GOODS_BADGES = ['new', 'hot'] as const

export interface GoodsBadge {
  kind: GoodsTypeWithBadge
  badge: (typeof GOODS_BADGES)[number]
  /** Last Korean date on which it is shown, `2026-12-31`. */
  until: string
}

/**
 * Returns the badge of a goods type at `now` (ms), by the date in Korea; null for none. A phone decides it where it shows
 * one: its stored catalogue may be days old.
 */
export const badgeOf = (
  badges: readonly GoodsBadge[] | undefined,
  kind: GoodsTypeWithBadge,
  now: number,
): GoodsBadge['badge'] | null => {
  const today = koreanDate(now)
  return badges?.find((each) => each.kind === kind && today <= each.until)?.badge ?? null
}
