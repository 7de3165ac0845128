import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'

const schema = z.object({
  gdsUid: z.string(),
  /** Id with which this text was sent; empty while it was not. */
  questionUid: z.string(),
  content: z.string(),
  isPrivate: z.boolean(),
})

export type QuestionDraft = z.infer<typeof schema>

const EMPTY: QuestionDraft = { gdsUid: '', questionUid: '', content: '', isPrivate: false }

/** The question that is being written, in this tab; about one offer at a time. */
export const questionDraft = createDraft('question', schema, EMPTY)

/** Hook: the draft about these goods; empty while the stored one is about others. */
export const useQuestionDraft = (gdsUid: string): QuestionDraft => {
  const draft = questionDraft.use()
  return draft.gdsUid === gdsUid ? draft : { ...EMPTY, gdsUid }
}
