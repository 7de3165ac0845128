import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { Scene } from '#art/scene.tsx'
import type { Order } from '#contract/calls/pass.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { AnchorButton, LinkButton } from '#ui/button.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { SceneBeside } from '../../-shared/columns.tsx'
import screen from '../../-shared/screen.module.css'
import { safeUrl } from '../../-shared/payment/paymentRedirect.ts'
import { LapsedOrder } from '../../-shared/payment/lapsedOrder.tsx'
import { OrderNotFound } from '../../-shared/payment/orderNotFound.tsx'
import styles from '../../-shared/payment/order.module.css'
import { useOrder } from './useOrder.ts'
import { PaymentHints } from '../../-shared/payment/paymentHints.tsx'
import { LazyReference } from '../../-shared/lazyReference.tsx'

/** Renders an order whose payment page was left or whose address was reopened: polls the order until it is settled. */
export function UnfinishedPayment({ ord }: { ord: string }) {
  const errorText = useErrorText()
  const { order, failure, retry } = useOrder(ord)
  if (order && order.state !== 'pending') return <Navigate to="/pass/completed" search={{ ord }} replace />
  if (order || !failure) return <PaymentDetails order={order} />
  return (
    <main data-screen="/pass/paymentstep1" className={screen.page}>
      <TopBar title={<Trans>Payment</Trans>} back="/pass" />
      <SceneBeside name="gwangan" />
      {failure.code === 'E_TOKEN' ? (
        <LapsedOrder ord={ord} path="/pass/paymentstep1" />
      ) : failure.code === 'E_NOT_FOUND' ? (
        <OrderNotFound of="pass" />
      ) : (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>We could not look up your order</Trans>}
          text={errorText(failure)}
          code={failure.reference && <LazyReference id={failure.reference} />}
          onRetry={retry}
        />
      )}
    </main>
  )
}

/** Renders what happens on the payment page, and next steps. `isOpening`: that page is opening. */
export function PaymentDetails({ order, isOpening = false }: { order: Order | null; isOpening?: boolean }) {
  const { t } = useLingui()
  const { price } = useFormat()
  const payUrl = safeUrl(order?.payUrl)
  const amount = order && price(order.amount)
  return (
    <main data-screen="/pass/paymentstep1" className={screen.page}>
      <TopBar title={<Trans>Payment</Trans>} back="/pass" />
      <SceneBeside name="gwangan" />
      <div className={styles.outcome}>
        <LoadingLine label={t`Loading the payment`} active={isOpening || !order} />
        {(isOpening || order) && (
          <h2>
            {isOpening ? (
              <Trans>Taking you to the payment page</Trans>
            ) : (
              <Trans>Your payment is not confirmed yet</Trans>
            )}
          </h2>
        )}
        {amount && (
          <p className={screen.lead}>
            {isOpening ? (
              <Trans>You will pay {amount} on our payment partner’s page.</Trans>
            ) : (
              <Trans>
                We have not received confirmation of your payment of {amount}. If you have already paid, choose “I have
                paid”.
              </Trans>
            )}
          </p>
        )}
      </div>
      <PaymentHints />
      <div className={styles.ways}>
        {payUrl && (
          <AnchorButton href={payUrl} full>
            <Trans>Open the payment page</Trans>
          </AnchorButton>
        )}
        {!isOpening && order && (
          <LinkButton to="/pass/completed" search={{ ord: order.ordUid }} kind="outline" full>
            <Trans>I have paid</Trans>
          </LinkButton>
        )}
      </div>
    </main>
  )
}
