import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { fetchPurchase, type Purchase, type PurchaseDetail } from '#data/purchases.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmailText } from '#ui/email.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { useAnswer } from '../../../-shared/useAnswer.ts'
import { Fact } from '../fact.tsx'
import { PurchaseActions } from './purchaseActions.tsx'
import { PurchaseError } from './purchaseError.tsx'
import { PurchaseTicket } from './purchaseTicket.tsx'
import { PurchaseUnits } from './purchaseUnits.tsx'
import { PriceLines } from './priceLines.tsx'
import { RefundRequests } from './refundRequests.tsx'
import { useReservationOfOrder } from './useReservationOfOrder.ts'
import { usePurchaseName } from './usePurchaseName.ts'
import styles from './purchase.module.css'

interface Props {
  ord: string
  /** The purchase as the list on this phone holds it; undefined for an older one. */
  stored: Purchase | undefined
}

/** Renders a purchase: amount, order, buyer, units, refunds and what can be done. */
export function PurchaseDetails({ ord, stored }: Props) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const nameOf = usePurchaseName()
  const { answer, failure, busy, reload } = useAnswer(() => fetchPurchase(ord))
  const purchase = answer ?? stored
  if (!purchase)
    return failure ? (
      <PurchaseError scene={<Scene name="gwangan" />} failure={failure} busy={busy} onRetry={reload} />
    ) : (
      <>
        <LoadingLine label={t`Loading the purchase`} />
        <Skeleton height="5rem" radius="var(--radius-card)" />
        <Skeleton height="9rem" />
        <Skeleton height="14rem" />
      </>
    )
  return (
    <div className={styles.details} data-purchase-detail={ord} data-complete={answer !== null || undefined}>
      <PurchaseTicket purchase={purchase} title={nameOf(purchase)} />
      {failure && (
        <Banner
          tone="amber"
          icon={CloudOff}
          role="status"
          isLong
          action={
            <Button kind="quiet" size="small" busy={busy} onClick={reload}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {errorText(failure)} <Trans>Below is what is saved on this device.</Trans>
        </Banner>
      )}
      {answer ? (
        <>
          <PriceLines purchase={answer} />
          <Order purchase={answer} />
          <PurchaseUnits purchase={answer} />
          <RefundRequests purchase={answer} />
        </>
      ) : (
        <StoredOrder purchase={purchase} />
      )}
      <PurchaseActions purchase={purchase} detail={answer} />
    </div>
  )
}

function Order({ purchase }: { purchase: PurchaseDetail }) {
  const { t } = useLingui()
  const { date } = useFormat()
  const { buyer, paidAt, cancelUntil } = purchase
  const reservation = useReservationOfOrder(purchase)
  const methods = { overseas_card: t`Visa, Mastercard or JCB`, unionpay_amex: t`UnionPay or Amex` }
  return (
    <section className={styles.block}>
      <h2>
        <Trans>Order</Trans>
      </h2>
      <dl className={styles.facts}>
        <Fact label={<Trans>Order number</Trans>}>{purchase.orderNumber}</Fact>
        {reservation && <Fact label={<Trans>Reservation number</Trans>}>{reservation.rsvtNumber}</Fact>}
        {paidAt !== null && <Fact label={<Trans>Payment date</Trans>}>{date(paidAt, 'long')}</Fact>}
        <Fact label={<Trans>Payment method</Trans>}>{methods[purchase.method]}</Fact>
        <Fact label={<Trans>Buyer</Trans>}>{buyer.name}</Fact>
        <Fact label={<Trans>Email address</Trans>}>
          <EmailText>{buyer.email}</EmailText>
        </Fact>
        {buyer.mobile && <Fact label={<Trans>Mobile number</Trans>}>{buyer.mobile}</Fact>}
        {cancelUntil !== null && purchase.refundable > 0 && (
          <Fact
            label={
              purchase.medium === 'card' ? (
                <Trans>Free cancellation of unused, uncollected passes until</Trans>
              ) : (
                <Trans>Free cancellation of unused passes until</Trans>
              )
            }
          >
            {date(cancelUntil, 'long')}
          </Fact>
        )}
      </dl>
    </section>
  )
}

function StoredOrder({ purchase: { orderNumber, paidAt } }: { purchase: Purchase }) {
  const { date } = useFormat()
  return (
    <dl className={styles.facts}>
      <Fact label={<Trans>Order number</Trans>}>{orderNumber}</Fact>
      {paidAt !== null && <Fact label={<Trans>Payment date</Trans>}>{date(paidAt, 'long')}</Fact>}
    </dl>
  )
}
