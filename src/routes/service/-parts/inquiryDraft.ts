import { uuidv7 } from 'uuidv7'
import { DRAFT_PREFIX } from '#data/drafts.ts'

/**
 * Session storage key of a guest's draft: this tab only. A member's has the member's id after it, so that no other
 * member reads it, and an expired session, in which the form is a guest's, does not lose it.
 */
const GUEST_KEY = `${DRAFT_PREFIX}inquiry`
const keyOf = (author: string | null): string => (author === null ? GUEST_KEY : `${GUEST_KEY}:${author}`)

export interface InquiryDraft {
  /** UUIDv7 of the inquiry to be: its photos are stored under it while it is written. */
  id: string
  email: string
  content: string
}

const parse = (key: string): InquiryDraft | null => {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  if (typeof stored !== 'object' || stored === null) return null
  // The release before wrote no id, and the author as `by` into the value.
  const { id = uuidv7(), by = 'guest', email, content } = stored as Record<string, unknown>
  const isDraft = typeof id === 'string' && typeof email === 'string' && typeof content === 'string' && by === 'guest'
  return isDraft ? { id, email, content } : null
}

/**
 * Returns the draft of `author`: a member id, or null for a guest. A member without one gets what was written in this
 * tab before the sign-in. Returns null without any, and deletes the drafts of other members, unless `isExpired`: then
 * the form is a guest's only until the member signs in again.
 */
export const readDraft = (author: string | null, isExpired: boolean): InquiryDraft | null => {
  try {
    if (isExpired) return parse(GUEST_KEY)
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(`${GUEST_KEY}:`) && key !== keyOf(author)) sessionStorage.removeItem(key)
    return (author === null ? null : parse(keyOf(author))) ?? parse(GUEST_KEY)
  } catch {
    // storage unavailable or content invalid: no draft
  }
  return null
}

/** Returns whether the inquiry `id` is still the draft of `author`. */
export const hasDraft = (author: string | null, id: string): boolean => {
  try {
    return parse(keyOf(author))?.id === id
  } catch {
    return false
  }
}

/**
 * Stores the draft of `author`, null for a guest; null deletes it. What a member stores or deletes replaces what was
 * written before the sign-in. Returns false where storage is full or unavailable: the draft is lost with the screen.
 */
export const storeDraft = (author: string | null, draft: InquiryDraft | null): boolean => {
  try {
    if (author !== null) sessionStorage.removeItem(GUEST_KEY)
    if (draft) sessionStorage.setItem(keyOf(author), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(author))
    return true
  } catch {
    return false
  }
}
