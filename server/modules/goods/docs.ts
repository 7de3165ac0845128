import type { GOODS_TYPE } from '#contract/codes.ts'
import type { Day } from '#contract/codes.ts'
import type { Texts } from '#contract/locales.ts'
import type { PriceRules } from '#contract/rules/dayPrice.ts'

/** Documents as the tables hold them, with their texts in every language. */

export type GoodsCode = (typeof GOODS_TYPE)['hotel' | 'tour' | 'activity' | 'voucher']

export interface GoodsDoc {
  id: string
  type: 'hotel' | 'tour' | 'activity' | 'voucher'
  typeCode: GoodsCode
  name: Texts
  summary: Texts
  /** One of `GOODS_CATEGORIES`; the category of a hotel is its stars instead. */
  category?: string
  /** null: no fixed place. */
  district: string | null
  lat: number | null
  lon: number | null
  /** Hotels only. */
  stars: number | null
  /** Hotels only, Korean time. */
  checkIn: string | null
  checkOut: string | null
  /** Tours and activities only. */
  durationMinutes: number | null
  /** Attractions that a tour visits. */
  attractionIds: string[]
  /** Vouchers only: validity in days from the payment. */
  validDays: number | null
  /** Made-up prices and times: never shown as a real offer. */
  sample: boolean
  /** Attractions and partners whose gates redeem its live vouchers (decision 0330). Missing: it has none. */
  redeemAt?: string[]
}

export interface OptionDoc {
  name: Texts
  /** How many people one unit is for; null for a voucher, which is not bound to people. */
  people: number | null
  /** Departures of tours and activities, Korean time; null: nights of a room, or a voucher without a date. */
  times: string[] | null
  /** Weekdays of the departures; null: every day, or no departures. */
  weekdays: Day[] | null
  /** Missing: every day costs the same. */
  priceRules?: PriceRules
}
