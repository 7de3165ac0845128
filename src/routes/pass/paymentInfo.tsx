import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { CloudOff, LockKeyhole } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { useOnline } from '#data/online.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../-shared/screen.module.css'
import { membersOnly } from '../-shared/membersOnly.ts'
import styles from './-parts/pass.module.css'
import { PaymentForm } from './-parts/paymentForm.tsx'
import { useQuote } from './-parts/useQuote.ts'

export interface PaymentSearch {
  gdsDtlUid?: string | undefined
  passCnt?: number | undefined
  promoCode?: string | undefined
  couponUid?: string | undefined
  method?: string | undefined
}

export const Route = createFileRoute('/pass/paymentInfo')({
  staticData: { layout: 'clean', title: msg`Payment` },
  // Always return all keys: omitted ones would pass through unvalidated.
  validateSearch: ({ gdsDtlUid, passCnt, promoCode, couponUid, method }: Record<string, unknown>): PaymentSearch => {
    const count = Number(passCnt)
    return {
      gdsDtlUid: typeof gdsDtlUid === 'string' ? gdsDtlUid : undefined,
      passCnt: Number.isInteger(count) && count >= QUANTITY_MIN && count <= QUANTITY_MAX ? count : undefined,
      promoCode: promoCode === undefined ? undefined : String(promoCode),
      couponUid: typeof couponUid === 'string' ? couponUid : undefined,
      method: typeof method === 'string' ? method : undefined,
    }
  },
  beforeLoad: membersOnly,
  component: PaymentInfo,
})

function PaymentInfo() {
  const { gdsDtlUid, passCnt, ...choices } = Route.useSearch()
  // No product, or an invalid quantity: choose on the list.
  if (!gdsDtlUid || !passCnt) return <Navigate to="/pass" replace />
  return <Payment {...choices} gdsDtlUid={gdsDtlUid} passCnt={passCnt} />
}

interface PaymentProps extends PaymentSearch {
  gdsDtlUid: string
  passCnt: number
}

function Payment({ gdsDtlUid, passCnt, promoCode = '', couponUid, method }: PaymentProps) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const online = useOnline()
  const pricing = useQuote({ gdsDtlUid, passCnt, couponUid }, promoCode)
  const { quote, failure, busy, renew } = pricing
  return (
    <main data-screen="/pass/paymentInfo" className={screen.page}>
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
        <PaymentForm quote={quote} pricing={pricing} promoCode={promoCode} method={method} />
      ) : failure && !busy ? (
        <ErrorState
          scene={<Scene name="cablecar" />}
          title={<Trans>Could not get the price</Trans>}
          text={errorText(failure)}
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
