import * as z from 'zod/mini'
import { call, page } from './call.ts'
import { COMPANIONS, TOUR_LENGTHS } from '../codes.ts'
import { SCENES } from '../rules/scene.ts'
import { language, paging, text } from './fields.ts'

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
    themeCd: z.optional(text(40)),
    etcInformation: z.optional(text(40)),
    tourDays: z.optional(text(20)),
    language,
  }),
  data: page(course),
})
