import * as z from 'zod/mini'
import { INQUIRY_MAX } from '../limits.ts'
import { graphemes, isInquiry } from '../rules/text.ts'
import { call, page } from './call.ts'
import { email, instant, paging, text, uuid } from './fields.ts'

export const inquiry = z.object({
  id: uuid,
  /** Shown to people: Q-000123. */
  number: z.string(),
  email: z.string(),
  content: z.string(),
  state: z.enum(['waiting', 'answered']),
  writtenAt: instant,
  answer: z.nullable(z.object({ content: z.string(), at: instant })),
})
export type Inquiry = z.infer<typeof inquiry>

export const insertInquiry = call({
  method: 'POST',
  path: '/inquiry/insertInquiry',
  who: 'anyone',
  summary: 'A 1:1 inquiry, of a member or a guest',
  body: z.strictObject({
    /** Made by the client: the same id is the same inquiry. */
    id: z.optional(uuid),
    email,
    content: text(INQUIRY_MAX * 16).check(
      z.refine(isInquiry, { error: 'inquiry_short' }),
      z.refine((value) => graphemes(value) <= INQUIRY_MAX, { error: 'too_long' }),
    ),
  }),
  data: inquiry,
})

export const list = call({
  method: 'GET',
  path: '/inquiry/list',
  who: 'member',
  addition: true,
  summary: 'My inquiries, waiting or answered, newest first',
  query: z.strictObject(paging),
  data: page(inquiry),
})
