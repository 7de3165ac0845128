import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'

const schema = z.object({
  rsvtUid: z.string(),
  rating: z.nullable(z.int()),
  content: z.string(),
  photos: z.array(z.string()),
})

/** The review that is being written, in this tab; of one reservation at a time. */
export const reviewDraft = createDraft('review', schema, { rsvtUid: '', rating: null, content: '', photos: [] })

export type ReviewDraft = z.infer<typeof schema>

/** Hook: the draft of a reservation; empty while the stored one is of another reservation. */
export const useReviewDraft = (rsvtUid: string): ReviewDraft => {
  const draft = reviewDraft.use()
  return draft.rsvtUid === rsvtUid ? draft : { rsvtUid, rating: null, content: '', photos: [] }
}
