import { useState } from 'react'
import { CERT_RESEND_MS } from '#contract/limits.ts'
import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { requestTemporaryPassword } from '#data/recovery.ts'
import { patchRecovery } from './recoveryDraft.ts'
import { useAttempt } from './useAttempt.ts'

/**
 * Returns `request`, which requests the mail with a temporary password and stores in the draft until when that password
 * works, and the state of the last request; `wait` in s.
 */
export const useTemporaryMail = () => {
  const now = useNow(SECOND_MS)
  const { attempt, failure, wait } = useAttempt()
  const [busy, setBusy] = useState(false)

  /** Resolves true when the server has accepted the request. */
  const request = async (email: string): Promise<boolean> => {
    setBusy(true)
    const outcome = await attempt(() => requestTemporaryPassword(email))
    setBusy(false)
    if (!outcome.ok) return false
    const { minutes } = outcome.data
    const sent = { minutes, expiresAt: now + minutes * MINUTE_MS, resendAt: now + CERT_RESEND_MS }
    patchRecovery({ email, sent, token: null })
    return true
  }
  return { request, failure, busy, wait }
}
