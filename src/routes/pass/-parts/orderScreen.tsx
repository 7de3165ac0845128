import { Trans } from '@lingui/react/macro'
import { TopBar } from '#ui/topBar.tsx'
import { SceneBeside } from '../../-shared/columns.tsx'
import screen from '../../-shared/screen.module.css'
import { PaidOrder } from './paidOrder.tsx'
import { LapsedOrder } from '../../-shared/payment/lapsedOrder.tsx'
import { OrderNotFound } from '../../-shared/payment/orderNotFound.tsx'
import { PendingOrder } from './pendingOrder.tsx'
import { UnpaidOrder } from './unpaidOrder.tsx'
import { useOrder } from './useOrder.ts'

/** Renders an order: state of its payment, and next steps. */
export function OrderScreen({ ord }: { ord: string }) {
  const { order, failure, isSlow, retry } = useOrder(ord)
  return (
    <main
      data-screen="/pass/completed"
      data-order={order?.state}
      data-wide={order?.state === 'paid' || undefined}
      className={screen.page}
    >
      <TopBar title={<Trans>Your order</Trans>} />
      {order?.state !== 'paid' && <SceneBeside name="gwangan" />}
      {order === null && failure?.code === 'E_NOT_FOUND' ? (
        <OrderNotFound of="pass" />
      ) : failure?.code === 'E_TOKEN' && (order === null || order.state === 'pending') ? (
        <LapsedOrder ord={ord} path="/pass/completed" />
      ) : order === null || order.state === 'pending' ? (
        <PendingOrder ord={ord} order={order} hasFailed={failure !== null} isSlow={isSlow} onRetry={retry} />
      ) : order.state === 'paid' ? (
        <PaidOrder order={order} />
      ) : (
        <UnpaidOrder order={order} />
      )}
    </main>
  )
}
