import * as z from 'zod/mini'
import { DAYS } from '../codes.ts'
import { krw } from './fields.ts'

/** What can be reserved of goods: a kind of room, a seat, a vehicle, a voucher. Availability: `/reserve/availability`. */
export const goodsOption = z.object({
  gdsDtlUid: z.string(),
  optionNm: z.string(),
  /** KRW for one: a room and night, a seat, a vehicle, a voucher. */
  price: krw,
  /** People that one unit takes; null: a voucher. */
  people: z.nullable(z.int()),
  /** Departures, Korean time (`18:30`), and their weekdays; null for rooms and vouchers. */
  times: z.nullable(z.array(z.string())),
  weekdays: z.nullable(z.array(z.enum(DAYS))),
  /** `request`: paid first, then the place says yes, or the money goes back. */
  confirmation: z.enum(['instant', 'request']),
})
export type GoodsOption = z.infer<typeof goodsOption>

/** How much is left: `closed` nothing, `step1` little, `step2` enough (specification 4, map bubbles). */
export const TIERS = ['closed', 'step1', 'step2'] as const
