import * as z from 'zod/mini'
import { GOODS_KINDS } from '../codes.ts'
import { SCENES } from '../rules/scene.ts'
import { krw, yn } from './fields.ts'
import { goodsOption } from './goods.ts'
import { photo } from './photo.ts'

/** Hotels, tours, activities, vouchers and passes, as `/attraction/list` returns them by `gdsTycd`. */

export const goods = z.object({
  gdsUid: z.string(),
  /** Code of the goods type (spec 3.20); `kind` is its name. */
  gdsTycd: z.string(),
  kind: z.enum([...GOODS_KINDS, 'pass']),
  name: z.string(),
  /** The name as signs and taxi drivers have it. Missing in answers of earlier releases. */
  nameKo: z.optional(z.string()),
  summary: z.string(),
  /** Code of the list `GDS_CTGRY` under its type; null for goods without a category. */
  gdsCategoryCd: z.nullable(z.string()),
  /** Null for goods that are not tied to a district. */
  districtCd: z.nullable(z.string()),
  district: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  /** Lowest price of any option on any day on sale, KRW. */
  price: krw,
  /** Hotels only. */
  stars: z.nullable(z.int()),
  /** Tours and activities only. */
  durationMinutes: z.nullable(z.int()),
  /** Vouchers only: days of validity from the payment. */
  validDays: z.nullable(z.int()),
  /** `Y`: a made-up offer, which the app marks as a sample. */
  sampleYn: yn,
})
export type Goods = z.infer<typeof goods>

export const goodsDetail = z.extend(goods, {
  /** Korean time (`15:00`), hotels only. */
  checkIn: z.nullable(z.string()),
  checkOut: z.nullable(z.string()),
  options: z.array(goodsOption),
  /** Attractions that a tour visits, in order. */
  stops: z.array(z.object({ gdsUid: z.string(), name: z.string(), scene: z.enum(SCENES) })),
  /** In the order in which they are shown. Missing without any, and in answers of earlier releases. */
  photos: z.optional(z.array(photo)),
})
export type GoodsDetail = z.infer<typeof goodsDetail>
