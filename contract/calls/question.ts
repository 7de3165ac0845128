import * as z from 'zod/mini'
import { INQUIRY_MAX } from '../limits.ts'
import { graphemes, isInquiry } from '../rules/text.ts'
import { call, page } from './call.ts'
import { instant, paging, text, uid, uuid, yn } from './fields.ts'

/** A question about goods (spec 2.71). */
export const question = z.object({
  questionUid: uuid,
  gdsUid: z.string(),
  /** Given name, and initial of the surname. */
  author: z.string(),
  /** The author's text, not translated. */
  content: z.string(),
  state: z.enum(['waiting', 'answered']),
  /** Only its author and the operator read it. */
  privateYn: yn,
  /** The caller wrote it. */
  mineYn: yn,
  writtenAt: instant,
  /** Answer of the operator. */
  answer: z.nullable(z.object({ content: z.string(), at: instant })),
})
export type Question = z.infer<typeof question>

export const list = call({
  method: 'GET',
  path: '/question/list',
  who: 'anyone',
  addition: true,
  summary: 'Questions about goods, newest first: the public ones, and all of the caller',
  refuses: ['E_NOT_FOUND'],
  query: z.strictObject({ ...paging, gdsUid: uid }),
  data: page(question),
})

export const insert = call({
  method: 'POST',
  path: '/question/insert',
  who: 'member',
  addition: true,
  summary: 'Asks a question about goods',
  refuses: ['E_NOT_FOUND', 'E_INQUIRY_SHORT', 'E_THROTTLED'],
  body: z.strictObject({
    /** Made by the client: the same id is the same question (O1). */
    questionUid: uuid,
    gdsUid: uid,
    content: text(INQUIRY_MAX * 16).check(
      z.refine(isInquiry, { error: 'inquiry_short' }),
      z.refine((value) => graphemes(value) <= INQUIRY_MAX, { error: 'too_long' }),
    ),
    privateYn: yn,
  }),
  data: question,
})

export const withdraw = call({
  method: 'POST',
  path: '/question/withdraw',
  who: 'member',
  addition: true,
  summary: 'Withdraws a question of the caller that has no answer',
  refuses: ['E_NOT_FOUND', 'E_QUESTION_ANSWERED'],
  body: z.strictObject({ questionUid: uuid }),
  data: z.object({ questionUid: uuid }),
})
