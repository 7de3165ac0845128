import * as z from 'zod/mini'
import { attraction, attractionDetail } from './attraction.ts'
import { call } from './call.ts'
import { instant, language, text, yn } from './fields.ts'
import { goods } from './goodsItem.ts'
import { product } from './pass.ts'
import { course } from './recommendTour.ts'
import { promotion, travelInfo } from './stickyArea.ts'

/** The best of one kind, and how many there are. */
const section = <T extends z.core.$ZodType>(item: T) => z.object({ list: z.array(item), total: z.int() })

export const main = call({
  method: 'GET',
  path: '/main/main',
  who: 'anonymous',
  shared: true,
  summary: 'Home page content and site search',
  query: z.strictObject({
    /** Words in any of the five languages; the best of each section come first. */
    searchKeyword: z.optional(text(80)),
    language,
    /** `Y`, a small screen: five of each section in the place of ten. */
    mo: z.optional(text(10)),
  }),
  data: z.object({
    attractions: section(attraction),
    passes: section(product),
    goods: section(goods),
    courses: section(course),
    promotions: section(promotion),
    travelInfo: section(travelInfo),
    /** Of all sections. */
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
    /** `Y`: some of these discounts are samples that nobody agreed to, shown in the sandbox only. */
    discountSampleYn: z.optional(yn),
    /** Of Busan, with a place that a pass includes. */
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
  /** Those of today, by Korean date: notices first. */
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['notice', 'promotion']),
      title: z.string(),
      body: z.string(),
      /** Korean dates, both inside. */
      startDate: z.string(),
      endDate: z.string(),
    }),
  ),
})

/** All that a phone needs of the city, in one language. `version` changes when any of it does. */
export const catalogueData = z.object({
  version: z.string(),
  attractions: z.array(attractionDetail),
  courses: z.array(course),
  products: z.array(product),
  benefit: benefit.data,
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
