import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import { useErrorText } from '#i18n/errors.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import screen from '../-parts/screen.module.css'
import { membersOnly } from '../-parts/members-only.ts'
import { ordSearch } from './-parts/ord-search.ts'
import { Paid } from './-parts/paid.tsx'
import { PendingOrder } from './-parts/pending-order.tsx'
import { Unpaid } from './-parts/unpaid.tsx'
import { useOrder } from './-parts/useOrder.ts'

export const Route = createFileRoute('/pass/completed')({
  staticData: { layout: 'clean', title: msg`Your order` },
  validateSearch: ordSearch,
  beforeLoad: membersOnly,
  component: Completed,
})

function Completed() {
  const { ord } = Route.useSearch()
  return ord ? <Outcome ord={ord} /> : <Navigate to="/myPage/myPass" replace />
}

function Outcome({ ord }: { ord: string }) {
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
