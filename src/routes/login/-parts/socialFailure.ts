import * as z from 'zod/mini'
import { createDraft } from '#data/drafts.ts'
import { PROVIDERS } from '#data/social.ts'

/** Why the last social sign-in of this tab failed; survives a reload. */
const schema = z.object({
  failure: z.nullable(
    z.object({
      entranceSns: z.enum(PROVIDERS),
      /** Null after a cancelled sign-in. */
      code: z.nullable(z.string()),
      /** Seconds until the server accepts another attempt. */
      retryAfter: z.optional(z.number()),
    }),
  ),
})
const draft = createDraft('social-failure', schema, { failure: null })

/** Returns the failure, for code outside components. */
export const socialFailure = draft.read
/** Replaces the failure. */
export const patchSocialFailure = draft.patch
/** Returns the failure; re-renders with each change. */
export const useSocialFailure = draft.use
/** Deletes the failure. */
export const clearSocialFailure = draft.clear
