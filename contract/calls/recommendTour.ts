import * as z from 'zod/mini'
import { call, page } from './call.ts'
import { COMPANIONS, TOUR_LENGTHS } from '../codes.ts'
import { SCENES } from '../rules/scene.ts'
import { attraction, attractionDetail } from './attraction.ts'
import { language, paging, text, uid } from './fields.ts'

export const course = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  companion: z.enum(COMPANIONS),
  companionText: z.string(),
  length: z.enum(TOUR_LENGTHS),
  lengthText: z.string(),
  scene: z.enum(SCENES),
  days: z.array(z.object({ day: z.int(), gdsUids: z.array(z.string()) })),
})
export type Course = z.infer<typeof course>

export const list = call({
  method: 'GET',
  path: '/recommendTour/list',
  who: 'anonymous',
  shared: true,
  summary: 'Recommended courses',
  query: z.strictObject({
    ...paging,
    searchKeyword: z.optional(text(80)),
    /** Code of the list `COMPANION`. */
    themeCd: z.optional(text(40)),
    /** `free`: only courses of which every stop takes the pass. */
    etcInformation: z.optional(text(40)),
    /** Code of the list `TOUR_DAYS`. */
    tourDays: z.optional(text(20)),
    language,
  }),
  data: page(course),
})

const stop = z.extend(attraction, {
  /** Straight-line distance from the previous stop of the same day; null for the first. */
  metres: z.nullable(z.int()),
})
export const courseDetail = z.extend(course, {
  days: z.array(
    z.object({
      day: z.int(),
      gdsUids: z.array(z.string()),
      stops: z.array(stop),
      /** Minutes at the stops of this day, without the ways between them. */
      visitMinutes: z.int(),
    }),
  ),
  /** Number of stops that take the pass, and of all stops. */
  freeStops: z.int(),
  allStops: z.int(),
})
export type CourseDetail = z.infer<typeof courseDetail>

export const detail = call({
  method: 'GET',
  path: '/recommendTour/detail/{id}',
  who: 'anonymous',
  shared: true,
  summary: 'One course, by day',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: courseDetail,
})

export const stopDetail = call({
  method: 'GET',
  path: '/recommendTour/detail/attraction/{gdsUid}',
  who: 'anonymous',
  shared: true,
  summary: 'One stop of a course',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ gdsUid: uid }),
  query: z.strictObject({ language }),
  /** `E_NOT_FOUND` for an attraction that is on no course. */
  data: z.extend(attractionDetail, {
    courses: z.array(z.object({ id: z.string(), name: z.string(), day: z.int() })),
  }),
})
