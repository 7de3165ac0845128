import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, LockKeyhole } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { useOnline } from '#data/online.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../-shared/screen.module.css'
import type { PaymentSearch } from '../paymentInfo.tsx'
import styles from './pass.module.css'
import { PaymentForm } from './paymentForm.tsx'
import { useQuote } from './useQuote.ts'

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
