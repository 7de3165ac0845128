import type { GOODS_TYPE } from '#contract/codes.ts'
import type { Day } from '#contract/codes.ts'
import type { Texts } from '#contract/locales.ts'

/** Records as the seed and the tables hold them: each text in five languages, certainty marks kept. */

export type GoodsCode = (typeof GOODS_TYPE)['hotel' | 'tour' | 'activity' | 'voucher']

export interface GoodsDoc {
  id: string
  type: 'hotel' | 'tour' | 'activity' | 'voucher'
  typeCode: GoodsCode
  name: Texts
  summary: Texts
  /** Of `GOODS_CATEGORIES`; hotels are sorted by their stars instead. */
  category?: string
  /** null: not bound to a place. */
  district: string | null
  lat: number | null
  lon: number | null
  /** Hotels. */
  stars: number | null
  /** Korean time, hotels. */
  checkIn: string | null
  checkOut: string | null
  /** Tours and activities. */
  durationMinutes: number | null
  /** Attractions that a tour leads to. */
  attractionIds: string[]
  /** Vouchers: days from the payment. */
  validDays: number | null
  /** Made-up prices and times: never shown as a real offer. */
  sample: boolean
}

export interface OptionDoc {
  name: Texts
  /** How many people one unit takes; null: one voucher, whoever shows it. */
  people: number | null
  /** Departures of tours and activities, Korean time; null: nights of a room, or a voucher without a date. */
  times: string[] | null
  weekdays: Day[] | null
}
