import * as z from 'zod/mini'
import { DAYS } from '../codes.ts'
import { instant, krw } from './fields.ts'

const season = z.object({
  from: z.string(),
  until: z.string(),
  percent: z.optional(z.int()),
  amountKrw: z.optional(z.int()),
})
/** What days cost more or less, see contract/rules/dayPrice.ts. */
const priceRules = z.object({ weekendPercent: z.nullable(z.int()), seasons: z.array(season) })

/** An option that can be reserved: room type, seat, vehicle or voucher. `/reserve/availability` has what is left. */
export const goodsOption = z.object({
  gdsDtlUid: z.string(),
  optionNm: z.string(),
  /** KRW for one unit on a plain day: a room for one night, a seat, a vehicle, a voucher. */
  price: krw,
  /** Prices of weekends and seasons; missing where every day costs `price`. */
  priceRules: z.optional(priceRules),
  /** People per unit; null: a voucher. */
  people: z.nullable(z.int()),
  /** Departures, Korean time (`18:30`), and their weekdays; null for rooms and vouchers. */
  times: z.nullable(z.array(z.string())),
  weekdays: z.nullable(z.array(z.enum(DAYS))),
  /** `request`: the guest pays, then the place confirms or the payment is refunded. */
  confirmation: z.enum(['instant', 'request']),
})
export type GoodsOption = z.infer<typeof goodsOption>

/** Availability: `closed` none, `step1` few, `step2` enough (spec 4.57, the bubbles of the map). */
export const TIERS = ['closed', 'step1', 'step2'] as const

/** A night, a departure or a voucher that is on sale. */
export const goodsSlot = z.object({
  priceSn: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** KRW for one unit on this day. */
  price: krw,
  left: z.int(),
  state: z.enum(TIERS),
})

/** A hotel with a room that is free in each night of a stay. */
export const vacantHotel = z.object({
  gdsUid: z.string(),
  /** KRW for a night of this stay, on average, in the cheapest room that is free; rounded up to 100 won. */
  price: krw,
  /** Free rooms of all kinds. */
  left: z.int(),
})
