import * as z from 'zod/mini'
import { GOODS_KINDS } from '../codes.ts'
import { SCENES } from '../rules/scene.ts'
import { krw, yn } from './fields.ts'
import { goodsOption } from './goods.ts'

/** Hotels, tours, activities, vouchers and passes, as `/attraction/list` gives them by `gdsTycd`. */

export const goods = z.object({
  gdsUid: z.string(),
  /** Goods type code of the specification; `kind` is the same as a word. */
  gdsTycd: z.string(),
  kind: z.enum([...GOODS_KINDS, 'pass']),
  name: z.string(),
  summary: z.string(),
  /** Of the list `GDS_CTGRY` under its type; null for goods without one. */
  gdsCategoryCd: z.nullable(z.string()),
  /** Null for what is used anywhere. */
  districtCd: z.nullable(z.string()),
  district: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  /** Of its cheapest option. */
  price: krw,
  /** Hotels only. */
  stars: z.nullable(z.int()),
  /** Tours and activities only. */
  durationMinutes: z.nullable(z.int()),
  /** Vouchers only: days from the payment. */
  validDays: z.nullable(z.int()),
  /** `Y`: a made-up offer, never shown as a real one. */
  sampleYn: yn,
})
export type Goods = z.infer<typeof goods>

export const goodsDetail = z.extend(goods, {
  /** Korean time (`15:00`), hotels only. */
  checkIn: z.nullable(z.string()),
  checkOut: z.nullable(z.string()),
  options: z.array(goodsOption),
  /** Attractions that a tour leads to, in its order. */
  stops: z.array(z.object({ gdsUid: z.string(), name: z.string(), scene: z.enum(SCENES) })),
})
export type GoodsDetail = z.infer<typeof goodsDetail>
