import * as z from 'zod/mini'
import { attraction, attractionDetail } from './attraction.ts'
import { call } from './call.ts'
import { instant, language, text, yn } from './fields.ts'
import { goods } from './goodsItem.ts'
import { GOODS_BADGES, GOODS_TYPES_WITH_BADGE } from '../rules/goodsBadge.ts'
import { product } from './pass.ts'
import { course } from './recommendTour.ts'
import { promotion, travelInfo } from './stickyArea.ts'

/** Schema of a section: the best matches of one kind, and the number of all. */
const section = <T extends z.core.$ZodType>(item: T) => z.object({ list: z.array(item), total: z.int() })

export const main = call({
  method: 'GET',
  path: '/main/main',
  who: 'anonymous',
  shared: true,
  summary: 'Home page content and site search',
  query: z.strictObject({
    /** Words in any language; in each section the best match comes first. */
    searchKeyword: z.optional(text(80)),
    language,
    /** `Y`: a small screen, which gets five entries of each section instead of ten. */
    mo: z.optional(text(10)),
  }),
  data: z.object({
    attractions: section(attraction),
    passes: section(product),
    goods: section(goods),
    courses: section(course),
    promotions: section(promotion),
    travelInfo: section(travelInfo),
    /** Matches in all sections. */
    total: z.int(),
  }),
})

export const mainPass = call({
  method: 'GET',
  path: '/main/main-pass',
  who: 'anonymous',
  shared: true,
  summary: 'Passes on the home page and in search',
  query: z.strictObject({ searchKeyword: z.optional(text(80)), language }),
  data: z.array(product),
})

export const benefit = call({
  method: 'GET',
  path: '/main/benefit',
  who: 'anonymous',
  shared: true,
  summary: 'Benefits on the home page',
  query: z.strictObject({ language }),
  data: z.object({
    freePlaces: z.int(),
    discountPlaces: z.int(),
    /** `Y`: some of these discounts are samples that no partner has agreed to, shown in the sandbox only. */
    discountSampleYn: z.optional(yn),
    /** Districts of Busan with at least one place that a pass includes. */
    districts: z.int(),
  }),
})

export const popup = call({
  method: 'GET',
  path: '/main/popup',
  who: 'anonymous',
  shared: true,
  summary: 'Notices shown over the home page',
  query: z.strictObject({ language }),
  /** Popups of today by the Korean date; notices come first. */
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['notice', 'promotion']),
      title: z.string(),
      body: z.string(),
      /** Korean dates, both included. */
      startDate: z.string(),
      endDate: z.string(),
    }),
  ),
})

/** The whole catalogue in one language. `version` changes whenever any of it changes. */
export const catalogueData = z.object({
  version: z.string(),
  attractions: z.array(attractionDetail),
  courses: z.array(course),
  products: z.array(product),
  benefit: benefit.data,
  /** Badges of goods types, each until its last Korean date. Missing in catalogues of earlier releases. */
  goodsBadges: z.optional(
    z.array(z.object({ kind: z.enum(GOODS_TYPES_WITH_BADGE), badge: z.enum(GOODS_BADGES), until: z.string() })),
  ),
})
export type Catalogue = z.infer<typeof catalogueData>

export const catalogue = call({
  method: 'GET',
  path: '/catalogue',
  who: 'anonymous',
  addition: true,
  shared: true,
  summary: 'The catalogue that the phone mirrors, with ETag',
  query: z.strictObject({ language }),
  data: catalogueData,
})

export const time = call({
  method: 'GET',
  path: '/time',
  who: 'anonymous',
  addition: true,
  summary: "The server's clock; no-store, echoes the nonce",
  data: z.object({ now: instant }),
})
