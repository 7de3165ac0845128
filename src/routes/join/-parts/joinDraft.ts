import * as z from 'zod/mini'
import { GENDERS } from '#contract/codes.ts'
import { PROVIDERS } from '#contract/calls/easyLogin.ts'
import { passportName } from '#contract/rules/passportName.ts'
import { createDraft } from '#data/drafts.ts'
import { takeSocialGuest } from '#data/social.ts'

/** The sign-up draft of this tab. It survives a reload; the password is in memory only and does not. */
const schema = z.object({
  agreed: z.nullable(z.object({ marketing: z.boolean() })),
  email: z.string(),
  /** The mailed code: recipient, expiry, when another can be requested (both ms), tries left. */
  sent: z.nullable(z.object({ email: z.string(), expiresAt: z.number(), resendAt: z.number(), tries: z.number() })),
  /** The verified mailbox. */
  proof: z.nullable(z.object({ email: z.string(), certUid: z.string(), expiresAt: z.number() })),
  details: z.object({
    engSurname: z.string(),
    engNm: z.string(),
    gender: z.enum(GENDERS),
    birthYear: z.string(),
    ntnCd: z.string(),
    mobile: z.string(),
  }),
  /** The provider of a social sign-up, which has no password; `snsUid` proves that the visitor signed in there. */
  social: z.nullable(z.object({ entranceSns: z.enum(PROVIDERS), snsUid: z.string() })),
  /** The account exists: the completion screen may be shown. */
  done: z.boolean(),
})
export type Draft = z.infer<typeof schema>

const EMPTY: Draft = {
  agreed: null,
  email: '',
  sent: null,
  proof: null,
  details: { engSurname: '', engNm: '', gender: 'none', birthYear: '', ntnCd: '', mobile: '' },
  social: null,
  done: false,
}

let secret = ''
const draft = createDraft('join', schema, EMPTY, () => {
  secret = ''
})

/** Returns the draft, for code outside components. */
export const currentDraft = draft.read
/** Replaces some fields of the draft. */
export const patchDraft = draft.patch
/** Returns the draft; re-renders with each change. */
export const useDraft = draft.use

/** Returns the password chosen in its step; `''` after a reload. */
export const currentPassword = (): string => secret
/** Keeps the password in memory for the last step; it is never stored. */
export const keepPassword = (value: string): void => {
  secret = value
  draft.patch({})
}

/** Turns a social sign-up into one by email: the proof of the provider goes with it. */
export const leaveSocial = (): void => draft.patch({ social: null, proof: null, sent: null })

/** Fills the draft, once, with what a provider knows of a visitor who is not a member yet. */
export const adoptSocialGuest = (): void => {
  const guest = takeSocialGuest()
  if (!guest) return
  const { entranceSns, snsUid, email, certUid, expiresAt } = guest
  const printed = (name: string | null): string => passportName(name ?? '')?.toUpperCase() ?? ''
  const { details } = draft.read()
  draft.patch({
    social: { entranceSns, snsUid },
    email: email ?? '',
    sent: null,
    proof: email !== null && certUid !== null ? { email, certUid, expiresAt } : null,
    details: {
      ...details,
      engSurname: printed(guest.engSurname) || details.engSurname,
      engNm: printed(guest.engNm) || details.engNm,
    },
  })
}

/** Empties draft and password after the sign-up, and marks it as done. */
export const finishDraft = (): void => {
  secret = ''
  draft.patch({ ...EMPTY, done: true })
}
/** Empties the draft and the password; so does a sign-out. */
export const clearDraft = draft.clear
