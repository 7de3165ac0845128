import { useEffect, useEffectEvent, useState } from 'react'
import type { FailedOutcome, Outcome } from '#data/outcome.ts'
import { useOnline } from '#data/online.ts'

/** Poll intervals while a payment is pending, ms; the last one repeats. */
const WAITS_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000] as const
/** Number of polls after which the confirmation counts as late (about 35 s). */
const SLOW_AFTER_POLLS = WAITS_MS.length

export interface PolledView<T> {
  /** Null until the server has first answered. */
  answer: T | null
  /** Why the last poll failed; null when it did not. */
  failure: FailedOutcome | null
  /** The payment was not confirmed within about 35 s (`SLOW_AFTER_POLLS`). */
  isSlow: boolean
  /** Polls now and restarts the intervals; no-op once polling has stopped. */
  retry: () => void
}

interface Polled<T> {
  /** What is polled; a change starts anew. */
  key: string
  fetch: () => Promise<Outcome<T>>
  isSettled: (answer: T) => boolean
  /** Failures that polling cannot mend, besides `E_NOT_FOUND` and `E_TOKEN`. */
  isFinal?: (failure: FailedOutcome) => boolean
  onAnswer?: (answer: T) => void
}

/**
 * Fetches an order or a reservation, and polls with growing intervals until its payment is decided. Stops when it is
 * settled, not found or the session locked.
 */
export const usePolled = <T>({ key, fetch, isSettled, isFinal, onAnswer }: Polled<T>): PolledView<T> => {
  const online = useOnline()
  const [pollCount, setPollCount] = useState(0)
  const [answer, setAnswer] = useState<T | null>(null)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const settled = answer !== null && isSettled(answer)
  const lost =
    failure !== null && (failure.code === 'E_NOT_FOUND' || failure.code === 'E_TOKEN' || (isFinal?.(failure) ?? false))
  const send = useEffectEvent(fetch)
  const report = useEffectEvent((answered: T) => onAnswer?.(answered))

  useEffect(() => {
    if (settled || lost) return
    let isUnmounted = false
    const wait = pollCount === 0 ? 0 : (WAITS_MS[Math.min(pollCount, WAITS_MS.length) - 1] ?? 0)
    const timer = setTimeout(async () => {
      const outcome = await send()
      if (isUnmounted) return
      if (outcome.ok) {
        setAnswer(outcome.data)
        report(outcome.data)
      }
      setFailure(outcome.ok ? null : outcome)
      setPollCount((count) => count + 1)
    }, wait)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
    // `online`: a change restarts the current interval
  }, [key, pollCount, settled, lost, online])

  return { answer, failure, isSlow: pollCount > SLOW_AFTER_POLLS, retry: () => setPollCount(0) }
}
