import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'

const schema = z.object({
  /** Email address of the member who typed it. */
  own: z.string(),
  email: z.string(),
  message: z.string(),
  /** The `passUid` that was chosen; empty for none. */
  passUid: z.string(),
  /** The `passUid` that the address named meanwhile; empty for none. */
  named: z.string(),
})
type Typed = Omit<z.infer<typeof schema>, 'own'>
const EMPTY: Typed = { email: '', message: '', passUid: '', named: '' }

/** What a member has typed for a gift that is not sent; survives a reload, and a session that lapses meanwhile. */
const draft = createDraft('gift-form', schema, { own: '', ...EMPTY })

/** Deletes what was typed. */
export const clearGiftDraft = draft.clear

/** Returns what this member has typed; another member's draft is not shown. */
export const readGiftDraft = (own: string): Typed => {
  const { own: author, ...typed } = draft.read()
  return author === own ? typed : EMPTY
}

/** Stores these fields of the draft; another member's is replaced. */
export const keepGiftDraft = (own: string, change: Partial<Typed>): void =>
  draft.patch({ ...readGiftDraft(own), ...change, own })

/** Returns the pass that was chosen beside the one that the address names (undefined: none), else that one. */
export const chosenPass = (own: string, named: string | undefined): string | undefined => {
  const { passUid, named: before } = readGiftDraft(own)
  return passUid !== '' && before === (named ?? '') ? passUid : named
}
