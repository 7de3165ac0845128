import * as z from 'zod/mini'
import { call, page } from './call.ts'
import { FACILITIES } from '../codes.ts'
import {
  category,
  deprecatedBoolean,
  group,
  hours,
  instant,
  krw,
  language,
  nothing,
  paging,
  text,
  uid,
  yn,
} from './fields.ts'
import { goods, goodsDetail } from './goodsItem.ts'
import { photo } from './photo.ts'
import { partChange } from './sync.ts'
import { SCENES } from '../rules/scene.ts'

/**
 * An attraction in one language. Its hours and position may be unconfirmed by the operator of the place; only the
 * seed marks that, not the answer (decision 0073).
 */
export const attraction = z.object({
  gdsUid: z.string(),
  name: z.string(),
  /** The name as signs and taxi drivers have it. Missing in answers of earlier releases. */
  nameKo: z.optional(z.string()),
  /** Its names in the languages that are neither Korean nor the answer's, for searches. Missing as above. */
  aliases: z.optional(z.array(z.string())),
  /** For narrow places such as portholes, only where `name` is long. */
  shortName: z.optional(z.string()),
  categories: z.array(category),
  passGroup: group,
  /** Adult ticket without a pass, KRW; 0: free entry. */
  adultPrice: krw,
  /** `Y`: the operator of the place has confirmed this price. Missing in answers of earlier releases. */
  adultPriceConfirmedYn: z.optional(yn),
  districtCd: z.string(),
  district: z.string(),
  address: z.string(),
  addressKo: z.string(),
  lat: z.number(),
  lon: z.number(),
  hours,
  lastEntry: z.nullable(z.string()),
  /** `text` is for display. `code`: none, mon, tue, firstThirdMon, firstThirdTue, weekend, notSat. */
  dayOff: z.object({ code: z.string(), text: z.string() }),
  reservationRequired: deprecatedBoolean('reservationYn'),
  reservationYn: z.optional(yn),
  scene: z.enum(SCENES),
  visitMinutes: z.int(),
})
export type Attraction = z.infer<typeof attraction>

export const attractionDetail = z.extend(attraction, {
  description: z.string(),
  setting: z.enum(['indoor', 'outdoor', 'mixed']),
  /** Codes of the list `FCLTY`. */
  facilities: z.array(z.enum(FACILITIES)),
  website: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** How to reserve, where `reservationYn` is `Y` and it is known. Missing otherwise, and in answers of earlier releases. */
  reservation: z.optional(z.object({ text: z.string(), url: z.nullable(z.string()), phone: z.nullable(z.string()) })),
  ageNotes: z.array(z.string()),
  gettingThere: z.object({
    text: z.string(),
    line: z.nullable(z.object({ id: z.string(), name: z.string(), color: z.string() })),
    station: z.nullable(z.string()),
    exit: z.nullable(z.string()),
    mode: z.string(),
    minutes: z.nullable(z.int()),
  }),
  /** The film that its page offers. Missing for most, and in answers of earlier releases. */
  film: z.optional(z.enum(['one-day'])),
  /** In the order in which they are shown. Missing without any, and in answers of earlier releases. */
  photos: z.optional(z.array(photo)),
  /** The closest other attractions, nearest first. */
  nearby: z.array(z.object({ gdsUid: z.string(), name: z.string(), scene: z.enum(SCENES), metres: z.int() })),
})
export type AttractionDetail = z.infer<typeof attractionDetail>

export const list = call({
  method: 'GET',
  path: '/attraction/list',
  who: 'anonymous',
  shared: true,
  summary: 'Attractions, and goods by gdsTycd',
  /** An empty filter is ignored; an unknown value matches nothing. */
  query: z.strictObject({
    ...paging,
    /** Group of the pass: `A`, `B`, or `free` for both. */
    etcInformation: z.optional(text(40)),
    /** A district (list `SGG`) or a city (`CTPV`). */
    areaCd: z.optional(text(40)),
    /** Codes of the list `FCLTY`, separated by commas; a place must have all of them. */
    facilitiesRecordList: z.optional(text(200)),
    /** Code of the list `GDS_CTGRY`. */
    gdsCategoryCd: z.optional(text(40)),
    /** Code of the list `GDS_TYCD`; default: attractions. */
    gdsTycd: z.optional(text(20)),
    /** Words in any language; the best match comes first. */
    searchKeyword: z.optional(text(80)),
    language,
  }),
  data: page(z.union([attraction, goods])),
})

export const detail = call({
  method: 'GET',
  path: '/attraction/detail/{id}',
  who: 'anonymous',
  shared: true,
  summary: 'One attraction or goods item',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: z.union([attractionDetail, goodsDetail]),
})

const interestQuery = z.strictObject({ gdsUid: uid })
/**
 * The state of this favourite after the write; the mirror stores it without another request. `at`: since when it is one,
 * null for none; `at` and `change` are missing in answers that an earlier release has stored.
 */
const interestData = z.object({
  gdsUid: z.string(),
  interestYn: z.enum(['Y', 'N']),
  at: z.optional(z.nullable(instant)),
  change: z.optional(partChange),
})

export const interest = call({
  method: 'POST',
  path: '/attraction/interest',
  who: 'member',
  summary: 'Adds a favourite',
  refuses: ['E_NOT_FOUND'],
  query: interestQuery,
  body: z.optional(nothing),
  data: interestData,
})

export const interestDelete = call({
  method: 'DELETE',
  path: '/attraction/interest/delete',
  who: 'member',
  summary: 'Removes a favourite',
  query: interestQuery,
  data: interestData,
})
