import { uuidv7 } from 'uuidv7'
import type { Data, In } from '#contract/calls/call.ts'
import * as calls from '#contract/calls/question.ts'
import { outcome, type Outcome } from './outcome.ts'
import { withRuntime } from './withRuntime.ts'
export type { Question } from '#contract/calls/question.ts'

/** Questions about goods. They need the server and are not mirrored. */

export type QuestionPage = Data<typeof calls.list>

/** Returns a new id of a question. The same id is the same question, however often it is sent. */
export const createQuestionId = (): string => uuidv7()

/** Resolves with a page of the questions about goods, newest first: the public ones and all of the member. */
export const fetchQuestions = (gdsUid: string, pageNum: number): Promise<Outcome<QuestionPage>> =>
  withRuntime(async ({ api }) => outcome(await api.call(calls.list, { query: { gdsUid, pageNum: String(pageNum) } })))

/** Asks a question about goods. `E_INQUIRY_SHORT`, `E_THROTTLED`. */
export const askQuestion = (body: NonNullable<In<typeof calls.insert, 'body'>>): Promise<Outcome<calls.Question>> =>
  withRuntime(async ({ api }) => outcome(await api.call(calls.insert, { body })))

/** Withdraws an unanswered question of the member. `E_QUESTION_ANSWERED`. */
export const withdrawQuestion = (questionUid: string): Promise<Outcome<Data<typeof calls.withdraw>>> =>
  withRuntime(async ({ api }) => outcome(await api.call(calls.withdraw, { body: { questionUid } })))
