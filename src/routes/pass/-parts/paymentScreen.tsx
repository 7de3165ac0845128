import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { CloudOff, LockKeyhole } from 'lucide-react'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import { useOnline } from '#data/online.ts'
import { useFormat } from '#i18n/format.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../-shared/screen.module.css'
import type { PaymentSearch } from '../paymentInfo.tsx'
import styles from '../../-shared/payment/payment.module.css'
import { PaymentForm } from './paymentForm.tsx'
import { isQuoteOf, useUnanswered } from './unanswered.ts'
import { useQuote } from './useQuote.ts'
import { LazyReference } from '../../-shared/lazyReference.tsx'

interface PaymentProps extends PaymentSearch {
  gdsDtlUid: string
  passCnt: number
}

/** Renders the quote of an order and its payment. */
export function PaymentScreen({ gdsDtlUid, passCnt, promoCode = '', couponUid, method }: PaymentProps) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const online = useOnline()
  const pricing = useQuote({ gdsDtlUid, passCnt, couponUid }, promoCode)
  const { quote, failure, busy, renew, appliedPromo } = pricing
  const navigate = useNavigate()
  /** Writes what was chosen into the address, so that a reload and going back keep it. */
  const choose = (choice: Pick<PaymentSearch, 'method' | 'promoCode' | 'couponUid'>) => {
    const search = { gdsDtlUid, passCnt, couponUid, promoCode: promoCode || undefined, method, ...choice }
    void navigate({ to: '/pass/paymentInfo', search, replace: true, resetScroll: false })
  }
  const appliedCoupon = quote?.couponUid ?? undefined
  const keepDiscount = useEffectEvent(() => {
    if (appliedPromo !== promoCode || appliedCoupon !== couponUid)
      choose({ promoCode: appliedPromo || undefined, couponUid: appliedCoupon })
  })
  const isPriced = quote !== null && !busy && failure === null
  useEffect(() => {
    if (isPriced) keepDiscount()
  }, [isPriced, appliedPromo, appliedCoupon])
  return (
    <main data-screen="/pass/paymentInfo" data-wide className={screen.page}>
      <TopBar
        title={<Trans>Payment</Trans>}
        back="/pass"
        actions={
          <span className={styles.secure}>
            <Icon of={LockKeyhole} size={16} />
            <Trans>Secure</Trans>
          </span>
        }
      />
      {!online && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>You are offline. You need a connection to buy a pass.</Trans>
        </Banner>
      )}
      {quote ? (
        <>
          <EarlierOrder gdsDtlUid={gdsDtlUid} passCnt={passCnt} couponUid={couponUid} />
          <PaymentForm
            quote={quote}
            pricing={pricing}
            promoCode={promoCode}
            method={method}
            onMethod={(chosen) => choose({ method: chosen })}
          />
        </>
      ) : failure && !busy ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>Could not get the price</Trans>}
          text={errorText(failure)}
          code={failure.reference && <LazyReference id={failure.reference} />}
          onRetry={() => void renew()}
          actions={
            <LinkButton to="/pass" kind="outline" full>
              <Trans>See the passes</Trans>
            </LinkButton>
          }
        />
      ) : (
        <>
          <LoadingLine label={t`Getting the price`} />
          <Skeleton height="5rem" />
          <Skeleton height="6rem" />
          <Skeleton height="9rem" />
        </>
      )}
    </main>
  )
}

type Choice = Pick<PaymentProps, 'gdsDtlUid' | 'passCnt' | 'couponUid'>

/** Renders a link to an earlier order of this tab whose payment is not decided, so that nobody orders twice unnoticed. */
function EarlierOrder(choice: Choice) {
  const { price } = useFormat()
  const { held, order } = useUnanswered()
  if (order) {
    const { ordUid: ord, orderNumber } = order
    const amount = price(order.amount)
    return (
      <EarlierOrderBanner
        way={
          <Link to="/pass/paymentstep1" search={{ ord }} className={screen.link}>
            <Trans>Back to payment</Trans>
          </Link>
        }
      >
        <Trans>
          The payment for your order {orderNumber} ({amount}) is not confirmed yet. Paying here will place another
          order.
        </Trans>
      </EarlierOrderBanner>
    )
  }
  if (!held || isQuoteOf(held.quote, choice)) return null
  const { gdsDtlUid, passCnt } = held.quote
  const amount = price(held.quote.amount)
  const couponUid = held.quote.couponUid ?? undefined
  const search = { gdsDtlUid, passCnt, promoCode: held.promoCode || undefined, couponUid, method: held.method }
  return (
    <EarlierOrderBanner
      way={
        <Link to="/pass/paymentInfo" search={search} replace className={screen.link}>
          <Trans>Back to that order</Trans>
        </Link>
      }
    >
      <Trans>Your order of {amount} may already have been placed. Paying here will place another order.</Trans>
    </EarlierOrderBanner>
  )
}

function EarlierOrderBanner({ way, children }: { way: ReactNode; children: ReactNode }) {
  return (
    <Banner tone="amber" role="status" isLong action={way}>
      {children}
    </Banner>
  )
}
