import { DRAFT_PREFIX } from '#data/drafts.ts'

/** What is being written, kept in this tab only and with its author, so that nobody else reads it. */
const KEY = `${DRAFT_PREFIX}inquiry`

export interface InquiryDraft {
  email: string
  content: string
}
const GUEST = 'guest'

/** The draft of this member (or guest). Another's draft is thrown away, not shown. */
export const readDraft = (author: string | null): InquiryDraft | null => {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof found !== 'object' || found === null) return null
    const { by, email, content } = found as Record<string, unknown>
    if (by === (author ?? GUEST) && typeof email === 'string' && typeof content === 'string') return { email, content }
    sessionStorage.removeItem(KEY)
  } catch {
    // storage refused, or not ours: there is no draft
  }
  return null
}

export const keepDraft = (author: string | null, { email, content }: InquiryDraft): void => {
  try {
    if (content === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ by: author ?? GUEST, email, content }))
  } catch {
    // storage refused: the draft lives as long as the screen
  }
}
