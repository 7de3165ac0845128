import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { DRAFT_PREFIX } from '#data/drafts.ts'

/** How far the recovery of a password is. It survives a reload of this tab. */
const schema = z.object({
  email: z.string(),
  /** When the temporary password stops to work and when another mail may be asked for, ms of server time. */
  sent: z.nullable(z.object({ expiresAt: z.number(), resendAt: z.number(), minutes: z.number() })),
  /** Of the session that the temporary password opened: good for choosing a new password alone. */
  token: z.nullable(z.string()),
})
export type RecoveryDraft = z.infer<typeof schema>

const KEY = `${DRAFT_PREFIX}recovery`
const EMPTY: RecoveryDraft = { email: '', sent: null, token: null }

const stored = (): RecoveryDraft => {
  try {
    const found = schema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return found.success ? found.data : EMPTY
  } catch {
    return EMPTY // the browser refuses storage: the draft lives as long as the page
  }
}

let draft: RecoveryDraft | undefined
const listeners = new Set<() => void>()

const put = (next: RecoveryDraft): void => {
  draft = next
  try {
    if (next === EMPTY) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // as above
  }
  for (const listener of listeners) listener()
}

export const recoveryDraft = (): RecoveryDraft => (draft ??= stored())
export const patchRecovery = (change: Partial<RecoveryDraft>): void => put({ ...recoveryDraft(), ...change })
export const clearRecovery = (): void => put(EMPTY)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useRecoveryDraft = (): RecoveryDraft => useSyncExternalStore(subscribe, recoveryDraft, () => EMPTY)
