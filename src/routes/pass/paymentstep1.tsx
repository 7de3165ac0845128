import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Navigate, useRouter } from '@tanstack/react-router'
import { CreditCard, LockKeyhole, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { Scene } from '#art/scene.tsx'
import { useErrorText } from '#i18n/errors.ts'
import { useFormat } from '#i18n/format.ts'
import { AnchorButton, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import screen from '../-parts/screen.module.css'
import { membersOnly } from '../-parts/members-only.ts'
import styles from './-parts/pass.module.css'
import { ordSearch } from './-parts/ord-search.ts'
import { useOrder } from './-parts/useOrder.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Just ordered: the payment page opens by itself, once. */
    leave?: boolean
  }
}

export const Route = createFileRoute('/pass/paymentstep1')({
  staticData: { layout: 'clean', title: msg`Payment` },
  validateSearch: ordSearch,
  beforeLoad: membersOnly,
  component: PaymentStep,
})

/** Long enough to read where one is going. */
const READ_MS = 1_500

/** Only a page of the web is opened, whatever the answer says. */
const webPage = (url: string | null | undefined): string | null =>
  url && /^(?:https?:\/\/|\/(?!\/))/.test(url) ? url : null

function PaymentStep() {
  const { ord } = Route.useSearch()
  return ord ? <Leaving ord={ord} /> : <Navigate to="/pass" replace />
}

function Leaving({ ord }: { ord: string }) {
  const { t } = useLingui()
  const { price } = useFormat()
  const errorText = useErrorText()
  const router = useRouter()
  const { order, failure, again } = useOrder(ord)
  const leave = router.history.location.state.leave === true
  const payUrl = webPage(order?.payUrl)
  const pending = order?.state === 'pending'
  const amount = order && price(order.amount)

  useEffect(() => {
    if (!leave || !pending || !payUrl) return
    const timer = setTimeout(() => {
      // coming back by the browser's button must not lead out again
      router.history.replace(router.history.location.href, {})
      location.assign(payUrl)
    }, READ_MS)
    return () => clearTimeout(timer)
  }, [leave, pending, payUrl, router])

  if (order && !pending) return <Navigate to="/pass/completed" search={{ ord }} replace />
  return (
    <main data-screen="/pass/paymentstep1" className={screen.page}>
      <TopBar title={<Trans>Payment</Trans>} back="/pass" />
      {!order && failure ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>We could not look up your order</Trans>}
          text={errorText(failure)}
          onRetry={again}
        />
      ) : (
        <>
          <div className={styles.outcome}>
            <LoadingLine label={t`Opening the payment page`} active={leave || !order} />
            <h2>
              {leave ? (
                <Trans>You are leaving for the payment page</Trans>
              ) : (
                <Trans>Your payment is not finished</Trans>
              )}
            </h2>
            {amount && (
              <p className={screen.lead}>
                {leave ? (
                  <Trans>The payment of {amount} is made on our payment partner’s page.</Trans>
                ) : (
                  <Trans>The payment of {amount} has not been finished. Nothing has been charged so far.</Trans>
                )}
              </p>
            )}
          </div>
          <ul className={styles.facts}>
            <li>
              <Icon of={CreditCard} />
              <Trans>You choose the card there. We never see its number.</Trans>
            </li>
            <li>
              <Icon of={LockKeyhole} />
              <Trans>Your bank may ask you to confirm the payment.</Trans>
            </li>
            <li>
              <Icon of={Undo2} />
              <Trans>Afterwards you are brought back here automatically.</Trans>
            </li>
          </ul>
          <div className={styles.ways}>
            {payUrl && (
              <AnchorButton href={payUrl} full>
                <Trans>Open the payment page</Trans>
              </AnchorButton>
            )}
            {!leave && (
              <LinkButton to="/pass/completed" search={{ ord }} kind="outline" full>
                <Trans>I have paid</Trans>
              </LinkButton>
            )}
          </div>
        </>
      )}
    </main>
  )
}
