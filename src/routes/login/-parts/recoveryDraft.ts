import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'

/** State of the password recovery in this tab; survives a reload. */
const schema = z.object({
  email: z.string(),
  /** When the temporary password expires and when another mail can be requested, ms of server time. */
  sent: z.nullable(z.object({ expiresAt: z.number(), resendAt: z.number(), minutes: z.number() })),
  /** Token of the session that the temporary password opened; it permits only choosing a new password. */
  token: z.nullable(z.string()),
})

const draft = createDraft('recovery', schema, { email: '', sent: null, token: null })

/** Returns the recovery, for code outside components. */
export const recoveryDraft = draft.read
/** Replaces some fields of the recovery. */
export const patchRecovery = draft.patch
/** Empties the recovery. */
export const clearRecovery = draft.clear
/** Returns the recovery; re-renders with each change. */
export const useRecoveryDraft = draft.use
