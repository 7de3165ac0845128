import * as z from 'zod/mini'
import { call, page } from './call.ts'
import { language, longPaging, paging, text, uid, yn } from './fields.ts'

/** Notices and frequent questions. All texts are plain text, never HTML. */

export const notice = z.object({
  id: z.string(),
  title: z.string(),
  /** Korean date. */
  date: z.string(),
  /** `Y`: listed before all others. */
  pinnedYn: yn,
  /** The whole text, so that a phone with the list can show it offline. */
  body: z.string(),
})
export type Notice = z.infer<typeof notice>

const neighbour = z.nullable(z.object({ id: z.string(), title: z.string() }))
export const noticeDetail = z.extend(notice, {
  /** The next newer and older notice by date. */
  newer: neighbour,
  older: neighbour,
})

export const faq = z.object({
  id: z.string(),
  categoryCd: z.string(),
  category: z.string(),
  question: z.string(),
  answer: z.string(),
})
export type Faq = z.infer<typeof faq>

export const list = call({
  method: 'GET',
  path: '/posts/list',
  who: 'anonymous',
  shared: true,
  summary: 'Notices: pinned ones first, then the newest',
  query: z.strictObject({ ...paging, searchKeyword: z.optional(text(80)), language }),
  data: page(notice),
})

export const detail = call({
  method: 'GET',
  path: '/posts/{id}',
  who: 'anonymous',
  shared: true,
  summary: 'One notice',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: noticeDetail,
})

export const faqList = call({
  method: 'GET',
  path: '/posts/faq/list',
  who: 'anonymous',
  shared: true,
  summary: 'Frequent questions with their answers, by category',
  query: z.strictObject({ ...longPaging, searchKeyword: z.optional(text(80)), language }),
  data: page(faq),
})

export const faqDetail = call({
  method: 'GET',
  path: '/posts/faq/{id}',
  who: 'anonymous',
  shared: true,
  summary: 'One frequent question',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: faq,
})
