import { Trans } from '@lingui/react/macro'
import { Scene } from '#art/scene.tsx'
import { useErrorText } from '#i18n/errors.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import screen from '../../-parts/screen.module.css'
import { LapsedOrder } from './lapsedOrder.tsx'
import { Paid } from './paid.tsx'
import { PendingOrder } from './pending-order.tsx'
import { Unpaid } from './unpaid.tsx'
import { useOrder } from './useOrder.ts'

/** An order by its id: how its payment stands, and what to do next. */
export function OrderScreen({ ord }: { ord: string }) {
  const errorText = useErrorText()
  const { order, failure, late, again } = useOrder(ord)
  return (
    <main data-screen="/pass/completed" data-order={order?.state} className={screen.page}>
      <TopBar title={<Trans>Your order</Trans>} />
      {order === null && failure === 'E_NOT_FOUND' ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>We could not look up your order</Trans>}
          text={errorText(failure)}
          actions={
            <LinkButton to="/myPage/myPass" full>
              <Trans>Open My Pass</Trans>
            </LinkButton>
          }
        />
      ) : failure === 'E_TOKEN' && (order === null || order.state === 'pending') ? (
        <LapsedOrder ord={ord} path="/pass/completed" />
      ) : order === null || order.state === 'pending' ? (
        <PendingOrder ord={ord} order={order} failure={failure} late={late} again={again} />
      ) : order.state === 'paid' ? (
        <Paid order={order} />
      ) : (
        <Unpaid order={order} />
      )}
    </main>
  )
}
