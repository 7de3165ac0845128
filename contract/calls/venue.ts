import * as z from 'zod/mini'
import { VENUE_TYPES } from '../codes.ts'
import { call, page } from './call.ts'
import { language, paging, text, yn } from './fields.ts'

export const venue = z.object({
  venueUid: z.string(),
  name: z.string(),
  /** Korean name, as on its sign. */
  nameKo: z.string(),
  type: z.enum(VENUE_TYPES),
  typeText: z.string(),
  districtCd: z.string(),
  district: z.string(),
  lat: z.number(),
  lon: z.number(),
  discount: z.object({
    percent: z.int(),
    text: z.string(),
    /** `Y`: a sample that the partner has not agreed to; never shown as a real offer. */
    sampleYn: yn,
  }),
})
export type Venue = z.infer<typeof venue>

export const list = call({
  method: 'GET',
  path: '/venue/list',
  who: 'anonymous',
  addition: true,
  shared: true,
  summary: 'Partners that give a discount to holders of a pass',
  query: z.strictObject({
    ...paging,
    /** Code of the list `VENUE_TYCD`. */
    venueTycd: z.optional(text(40)),
    /** A district (list `SGG`) or a city (`CTPV`). */
    areaCd: z.optional(text(40)),
    searchKeyword: z.optional(text(80)),
    language,
  }),
  data: page(venue),
})
