import { DRAFT_PREFIX } from '#data/drafts.ts'

/**
 * Session storage key of the inquiry's draft: this tab only, stored with its author, so that no other member reads it.
 */
const KEY = `${DRAFT_PREFIX}inquiry`

export interface InquiryDraft {
  email: string
  content: string
}
const GUEST = 'guest'

/**
 * Returns the draft of `author`: a member id, or null for a guest. Returns null without one, and deletes a draft of
 * another author.
 */
export const readDraft = (author: string | null): InquiryDraft | null => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { by, email, content } = stored as Record<string, unknown>
    if (by === (author ?? GUEST) && typeof email === 'string' && typeof content === 'string') return { email, content }
    sessionStorage.removeItem(KEY)
  } catch {
    // storage unavailable or content invalid: no draft
  }
  return null
}

/** Stores the draft of `author`, null for a guest; deletes it when its `content` is empty. */
export const storeDraft = (author: string | null, { email, content }: InquiryDraft): void => {
  try {
    if (content === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ by: author ?? GUEST, email, content }))
  } catch {
    // storage unavailable: the draft is lost with the screen
  }
}
