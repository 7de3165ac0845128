import * as z from 'zod/mini'
import { GENDERS } from '#contract/codes.ts'
import { createDraft } from '#data/drafts.ts'

/** What was typed so far. It survives a reload of this tab; the password stays in memory and does not. */
const schema = z.object({
  agreed: z.nullable(z.object({ marketing: z.boolean() })),
  email: z.string(),
  /** The code that was mailed: to whom, until when it holds, when another may be asked for (ms), tries left. */
  sent: z.nullable(z.object({ email: z.string(), expiresAt: z.number(), resendAt: z.number(), tries: z.number() })),
  /** The mailbox that was proven. */
  proof: z.nullable(z.object({ email: z.string(), certUid: z.string(), expiresAt: z.number() })),
  details: z.object({
    engSurname: z.string(),
    engNm: z.string(),
    gender: z.enum(GENDERS),
    birthYear: z.string(),
    ntnCd: z.string(),
    mobile: z.string(),
  }),
  /** Signed up: the completion screen may be shown. */
  done: z.boolean(),
})
export type Draft = z.infer<typeof schema>

const EMPTY: Draft = {
  agreed: null,
  email: '',
  sent: null,
  proof: null,
  details: { engSurname: '', engNm: '', gender: 'none', birthYear: '', ntnCd: '', mobile: '' },
  done: false,
}

const draft = createDraft('join', schema, EMPTY)
let secret = ''

/** The draft, outside of components. */
export const currentDraft = draft.read
export const patchDraft = draft.patch
/** The draft, drawn anew with each change. */
export const useDraft = draft.use

/** The password between its own step and the last; `''` after a reload. */
export const currentPassword = (): string => secret
/** Holds the password in memory for the last step; it is never stored. */
export const keepPassword = (value: string): void => {
  secret = value
  draft.patch({})
}

/** After signing up: nothing of it is left, but that it was done. */
export const finishDraft = (): void => {
  secret = ''
  draft.patch({ ...EMPTY, done: true })
}
/** Empties the draft and the password. */
export const clearDraft = (): void => {
  secret = ''
  draft.clear()
}
