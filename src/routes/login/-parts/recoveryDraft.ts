import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'

/** How far the recovery of a password is. It survives a reload of this tab. */
const schema = z.object({
  email: z.string(),
  /** When the temporary password stops to work and when another mail may be asked for, ms of server time. */
  sent: z.nullable(z.object({ expiresAt: z.number(), resendAt: z.number(), minutes: z.number() })),
  /** Of the session that the temporary password opened: good for choosing a new password alone. */
  token: z.nullable(z.string()),
})

const draft = createDraft('recovery', schema, { email: '', sent: null, token: null })

/** The recovery of this tab, outside of components. */
export const recoveryDraft = draft.read
/** Replaces some fields of the recovery. */
export const patchRecovery = draft.patch
/** Ends the recovery: the draft is empty. */
export const clearRecovery = draft.clear
/** The recovery of this tab, drawn anew with each change. */
export const useRecoveryDraft = draft.use
