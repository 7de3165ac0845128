import { useEffect, useState } from 'react'
import type { Order } from '#contract/calls/pass.ts'
import type { OutcomeCode } from '#data/outcome.ts'
import { fetchOrder } from '#data/pass.ts'
import { useOnline } from '#data/online.ts'

/** Waits between questions while a payment is pending, ms; the last one repeats. */
const WAITS_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 15_000] as const
/** After so many questions the answer is late (about 35 s). */
const LATE = WAITS_MS.length

interface OrderView {
  order: Order | null
  /** Why the last question had no answer. */
  failure: OutcomeCode | null
  late: boolean
  /** Asks now. */
  again: () => void
}

/** An order as the server knows it, asked again with growing waits while its payment is pending. */
export const useOrder = (ordUid: string): OrderView => {
  const online = useOnline()
  const [asked, setAsked] = useState(0)
  const [order, setOrder] = useState<Order | null>(null)
  const [failure, setFailure] = useState<OutcomeCode | null>(null)
  const settled = order !== null && order.state !== 'pending'
  const lost = failure === 'E_NOT_FOUND' || failure === 'E_TOKEN'

  useEffect(() => {
    if (settled || lost) return
    let left = false
    const wait = asked === 0 ? 0 : (WAITS_MS[Math.min(asked, WAITS_MS.length) - 1] ?? 0)
    const timer = setTimeout(async () => {
      const outcome = await fetchOrder(ordUid)
      if (left) return
      if (outcome.ok) setOrder(outcome.data)
      setFailure(outcome.ok ? null : outcome.code)
      setAsked((count) => count + 1)
    }, wait)
    return () => {
      left = true
      clearTimeout(timer)
    }
    // back online: the question is asked anew, with the wait that is due
  }, [ordUid, asked, settled, lost, online])

  return { order, failure, late: asked > LATE, again: () => setAsked(0) }
}
