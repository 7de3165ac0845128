import { useState } from 'react'
import { CERT_RESEND_MS } from '#contract/limits.ts'
import { useNow } from '#data/clock.ts'
import type { OutcomeCode } from '#data/outcome.ts'
import { requestTemporaryPassword } from '#data/recovery.ts'
import { patchRecovery } from './recoveryDraft.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1000

/** Asks for the mail with a temporary password and notes until when that one works. */
export const useTemporaryMail = () => {
  const now = useNow(SECOND_MS)
  const [failure, setFailure] = useState<OutcomeCode | null>(null)
  const [busy, setBusy] = useState(false)
  /** When the server takes another try, ms; 0 while it has refused none. */
  const [waitUntil, setWaitUntil] = useState(0)

  /** True: the server has taken the request. */
  const request = async (email: string): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    const outcome = await requestTemporaryPassword(email)
    setBusy(false)
    if (!outcome.ok) {
      setFailure(outcome.code)
      if (outcome.retryAfter) setWaitUntil(now + outcome.retryAfter * SECOND_MS)
      return false
    }
    const { minutes } = outcome.data
    const sent = { minutes, expiresAt: now + minutes * MINUTE_MS, resendAt: now + CERT_RESEND_MS }
    patchRecovery({ email, sent, token: null })
    return true
  }
  return { request, failure, busy, waitUntil }
}
