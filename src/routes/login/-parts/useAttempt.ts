import { useState } from 'react'
import type { FailureCode } from '#contract/errors.ts'
import { SECOND_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { Outcome } from '#data/outcome.ts'
import { useSecondsLeft } from '../../-shared/countdown.tsx'

/**
 * Returns `attempt`, which runs a call that the server may throttle, with the last error code and the seconds until the
 * server accepts another attempt.
 */
export const useAttempt = () => {
  const now = useNow(SECOND_MS)
  const [failure, setFailure] = useState<FailureCode | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const wait = useSecondsLeft(waitUntil)

  const attempt = async <T>(act: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    setFailure(null)
    const outcome = await act()
    if (!outcome.ok) {
      setFailure(outcome.code)
      if (outcome.retryAfter) setWaitUntil(now + outcome.retryAfter * SECOND_MS)
    }
    return outcome
  }
  return { attempt, failure, wait }
}
