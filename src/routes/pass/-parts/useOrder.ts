import type { Order } from '#contract/calls/pass.ts'
import { fetchOrder } from '#data/pass.ts'
import { usePolled, type PolledView } from '../../-shared/payment/usePolled.ts'
import { settleOrder } from './unanswered.ts'

interface OrderView extends Omit<PolledView<Order>, 'answer'> {
  /** Null until the server has first answered. */
  order: Order | null
}

/**
 * Fetches an order, and polls with growing intervals while its payment is pending. Stops when the order is settled, not
 * found or the session locked.
 */
export const useOrder = (ordUid: string): OrderView => {
  const { answer: order, ...view } = usePolled({
    key: ordUid,
    fetch: () => fetchOrder(ordUid),
    isSettled: ({ state }: Order) => state !== 'pending',
    onAnswer: settleOrder,
  })
  return { order, ...view }
}
