import type { GoodsKind } from '#contract/codes.ts'
import { QUANTITY_MAX } from '#contract/limits.ts'

/**
 * What was chosen of goods, in the address, so that a reload, the way back and a sign-in lose nothing. With a `step` the
 * address shows that step instead of the goods.
 */
export interface GoodsSearch {
  step?: GoodsStep
  /** `gdsDtlUid` of the option. */
  option?: string
  priceSn?: string
  count?: number
  /** The reservation that a step is about. */
  rsvtUid?: string
}

const STEPS = ['reserve', 'pay', 'done', 'review'] as const
export type GoodsStep = (typeof STEPS)[number]

const isStep = (value: unknown): value is GoodsStep => STEPS.includes(value as GoodsStep)
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,80}$/.test(value)
const isPriceSn = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[\dT-]{1,20}|open)$/.test(value)

/** Reads the search parameters and drops invalid ones; lowers `count` to the maximum. */
export const readGoodsSearch = ({ step, option, priceSn, count, rsvtUid }: Record<string, unknown>): GoodsSearch => ({
  ...(isStep(step) && { step }),
  ...(isId(option) && { option }),
  ...(isPriceSn(priceSn) && { priceSn }),
  ...(Number.isInteger(count) && Number(count) > 1 && { count: Math.min(Number(count), QUANTITY_MAX) }),
  ...(isId(rsvtUid) && { rsvtUid }),
})

export const SORTS = ['recommended', 'cheapest', 'dearest'] as const
export type GoodsSort = (typeof SORTS)[number]

/** Filters and order of a list of goods, in the address. */
export interface GoodsListSearch {
  goodsCategory?: string
  district?: string
  /** Highest price of the cheapest option, KRW. */
  upTo?: number
  /** Nights of a stay, as a `priceSn`; hotels only. */
  stay?: string
  sort?: Exclude<GoodsSort, 'recommended'>
}

/** Limits of the price that the list offers, KRW. */
export const PRICE_LIMITS: Record<GoodsKind, readonly number[]> = {
  hotel: [100_000, 200_000, 300_000, 500_000],
  tour: [40_000, 50_000, 60_000, 80_000],
  activity: [30_000, 40_000, 50_000, 60_000],
  voucher: [10_000, 15_000, 50_000],
}

/** Reads the search parameters of a list and drops invalid ones. */
export const readGoodsListSearch = ({
  goodsCategory,
  district,
  upTo,
  stay,
  sort,
}: Record<string, unknown>): GoodsListSearch => ({
  ...(isId(goodsCategory) && { goodsCategory }),
  ...(isId(district) && { district }),
  ...(Number.isInteger(upTo) && Number(upTo) > 0 && { upTo: Number(upTo) }),
  ...(isPriceSn(stay) && { stay }),
  ...((sort === 'cheapest' || sort === 'dearest') && { sort }),
})
