import * as z from 'zod/mini'
import { TRAVEL_CATEGORIES } from '../codes.ts'
import { call, page } from './call.ts'
import { myPass as pass } from './mypage.ts'
import { hours, krw, language, longPaging, text, uid, yn } from './fields.ts'

/** Directions, live chat, promotions and travel information. Texts are plain text, never HTML. */

/** One way to travel. `minutes` and `fare` are not confirmed; null: they vary. */
const way = z.object({
  id: z.string(),
  mode: z.enum(['rail', 'bus', 'taxi', 'ferry', 'metro', 'card', 'map']),
  title: z.string(),
  body: z.string(),
  minutes: z.nullable(z.int()),
  fare: z.nullable(krw),
})

export const directions = call({
  method: 'GET',
  path: '/stickyArea/directions',
  who: 'anonymous',
  shared: true,
  summary: 'How to get to the city and around',
  query: z.strictObject({ language }),
  data: z.object({
    arriving: z.array(way),
    around: z.array(way),
    /** Stations in the order of the line; `transfers` are stations of other lines. */
    lines: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        color: z.string(),
        stations: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            lat: z.number(),
            lon: z.number(),
            transfers: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
})

export const liveChat = call({
  method: 'GET',
  path: '/stickyArea/liveChat',
  who: 'anonymous',
  shared: true,
  summary: 'Live chat hours and channel',
  query: z.strictObject({ language }),
  data: z.object({
    /** The chat, which is staffed in these hours; without one, the 1:1 inquiry, which is open at any time. */
    channel: z.union([
      z.object({ kind: z.literal('link'), url: z.string() }),
      z.object({ kind: z.literal('inquiry'), url: z.null() }),
    ]),
    /** Korean time (UTC+9). The lunch hour is the gap between two spans. */
    hours,
    /** Closed on public holidays of Korea, which `hours` does not reflect. */
    holidays: z.literal('closed'),
    text: z.string(),
  }),
})

const attachment = z.object({
  name: z.string(),
  /** Media type. */
  type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Address on this server, in the language of this response. */
  url: z.string(),
})

export const promotion = z.object({
  id: z.string(),
  title: z.string(),
  /** Korean dates, both included. */
  startDate: z.string(),
  endDate: z.string(),
  state: z.enum(['in_progress', 'ended']),
  /** Days left, including today; null when it has ended. */
  daysLeft: z.nullable(z.int()),
  discountPercent: z.nullable(z.int()),
  /** The attraction that it is about. */
  gdsUid: z.nullable(z.string()),
})
export type Promotion = z.infer<typeof promotion>

export const promotionList = call({
  method: 'GET',
  path: '/stickyArea/promotion/list',
  who: 'anonymous',
  shared: true,
  summary: 'Promotions: in progress by their end, then ended ones, the last first',
  query: z.strictObject({
    ...longPaging,
    /** `in_progress` or `ended`; default: both. */
    searchFilter: z.optional(text(20)),
    searchKeyword: z.optional(text(80)),
    language,
  }),
  data: page(promotion),
})

export const promotionDetail = call({
  method: 'GET',
  path: '/stickyArea/promotion/{id}',
  who: 'anonymous',
  shared: true,
  summary: 'One promotion with its attachment',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: z.extend(promotion, {
    body: z.string(),
    place: z.nullable(z.object({ gdsUid: z.string(), name: z.string() })),
    attachment: z.nullable(attachment),
  }),
})

export const promotionAttachment = call({
  method: 'GET',
  path: '/stickyArea/promotion/{id}/attachment',
  who: 'anonymous',
  addition: true,
  raw: true,
  summary: 'The file of a promotion',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: z.null(),
})

export const travelInfo = z.object({
  id: z.string(),
  touristTycd: z.enum(TRAVEL_CATEGORIES),
  category: z.string(),
  title: z.string(),
  districtCd: z.string(),
  district: z.string(),
  /** Dates of a festival as text; not confirmed. */
  period: z.nullable(z.string()),
})
export type TravelInfo = z.infer<typeof travelInfo>

export const travelInfoList = call({
  method: 'GET',
  path: '/stickyArea/travelInfo/list',
  who: 'anonymous',
  shared: true,
  travelCodes: true,
  summary: 'Travel information',
  query: z.strictObject({
    ...longPaging,
    /** Code of the list `TOURIST_TYCD`. */
    touristTycd: z.optional(text(20)),
    searchKeyword: z.optional(text(80)),
    language,
  }),
  data: page(travelInfo),
})

export const travelInfoDetail = call({
  method: 'GET',
  path: '/stickyArea/travelInfo/{id}',
  who: 'anonymous',
  shared: true,
  travelCodes: true,
  summary: 'One travel information entry',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: z.extend(travelInfo, {
    body: z.string(),
    lat: z.number(),
    lon: z.number(),
    /** The closest attractions, nearest first. */
    nearby: z.array(z.object({ gdsUid: z.string(), name: z.string(), metres: z.int() })),
  }),
})

export const myPass = call({
  method: 'GET',
  path: '/stickyArea/myPass',
  who: 'anyone',
  summary: 'Shortcut to the pass to show now: a mobile pass in use, else one that is unused',
  data: z.object({
    /** `N`: nobody is signed in. */
    loginYn: yn,
    /** null: the member has no pass to show. */
    pass: z.nullable(pass),
    /** Number of passes that can be shown. */
    total: z.int(),
  }),
})
