import * as z from 'zod/mini'
import { INQUIRY_FILES_MAX, INQUIRY_MAX } from '../limits.ts'
import { graphemes, isInquiry } from '../rules/text.ts'
import { call, page } from './call.ts'
import { email, instant, paging, text, uuid } from './fields.ts'
import { partChange } from './sync.ts'

export const inquiry = z.object({
  id: uuid,
  /** Number for people: Q-000123. */
  number: z.string(),
  email: z.string(),
  content: z.string(),
  state: z.enum(['waiting', 'answered']),
  writtenAt: instant,
  answer: z.nullable(z.object({ content: z.string(), at: instant })),
  /** Pictures that the member attached, by their id in `/file/{id}`; absent without any. */
  files: z.optional(z.array(uuid)),
})
export type Inquiry = z.infer<typeof inquiry>

export const insertInquiry = call({
  method: 'POST',
  path: '/inquiry/insertInquiry',
  who: 'anyone',
  summary: 'A 1:1 inquiry, of a member or a guest',
  refuses: ['E_INQUIRY_SHORT', 'E_NOT_FOUND', 'E_THROTTLED'],
  body: z.strictObject({
    /** Made by the client: the same id is the same inquiry (O1). */
    id: z.optional(uuid),
    email,
    content: text(INQUIRY_MAX * 16).check(
      z.refine(isInquiry, { error: 'inquiry_short' }),
      z.refine((value) => graphemes(value) <= INQUIRY_MAX, { error: 'too_long' }),
    ),
    /** Uploads of kind `inquiry`; members only. */
    files: z.optional(z.array(uuid).check(z.maxLength(INQUIRY_FILES_MAX))),
  }),
  data: z.extend(inquiry, { change: z.optional(partChange) }),
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

export const detail = call({
  method: 'GET',
  path: '/inquiry/{id}',
  who: 'member',
  addition: true,
  summary: 'One inquiry of mine with its answer',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uuid }),
  data: inquiry,
})
