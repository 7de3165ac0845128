/** Words that are being written are kept in this tab under keys that begin like this. */
export const DRAFT_PREFIX = 'harbor-pass:'

/** Takes every draft of this tab away: what a member wrote is gone after signing out (security: shared device). */
export const forgetDrafts = (): void => {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // no storage, no drafts
  }
}
