import { useEffect, useState } from 'react'
import type { Order } from '#contract/calls/pass.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { fetchOrder } from '#data/pass.ts'
import { useOnline } from '#data/online.ts'
import { settleOrder } from './unanswered.ts'

/** Poll intervals while a payment is pending, ms; the last one repeats. */
const WAITS_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000] as const
/** Number of polls after which the confirmation counts as late (about 35 s). */
const SLOW_AFTER_POLLS = WAITS_MS.length

interface OrderView {
  /** Null until the server has first answered. */
  order: Order | null
  /** Why the last poll failed; null when it did not. */
  failure: FailedOutcome | null
  /** The payment was not confirmed within about 35 s (`SLOW_AFTER_POLLS`). */
  isSlow: boolean
  /** Polls now and restarts the intervals; no-op once polling has stopped. */
  retry: () => void
}

/**
 * Fetches an order, and polls with growing intervals while its payment is pending. Stops when the order is settled, not
 * found or the session locked.
 */
export const useOrder = (ordUid: string): OrderView => {
  const online = useOnline()
  const [pollCount, setPollCount] = useState(0)
  const [order, setOrder] = useState<Order | null>(null)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const settled = order !== null && order.state !== 'pending'
  const lost = failure?.code === 'E_NOT_FOUND' || failure?.code === 'E_TOKEN'

  useEffect(() => {
    if (settled || lost) return
    let isUnmounted = false
    const wait = pollCount === 0 ? 0 : (WAITS_MS[Math.min(pollCount, WAITS_MS.length) - 1] ?? 0)
    const timer = setTimeout(async () => {
      const outcome = await fetchOrder(ordUid)
      if (isUnmounted) return
      if (outcome.ok) {
        setOrder(outcome.data)
        settleOrder(outcome.data)
      }
      setFailure(outcome.ok ? null : outcome)
      setPollCount((count) => count + 1)
    }, wait)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
    // `online`: a change restarts the current interval
  }, [ordUid, pollCount, settled, lost, online])

  return { order, failure, isSlow: pollCount > SLOW_AFTER_POLLS, retry: () => setPollCount(0) }
}
