import { Trans, useLingui } from '@lingui/react/macro'
import { CircleSlash, CreditCard, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import type { PayInfo } from '#data/reserve.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import styles from '../payment/order.module.css'
import screen from '../screen.module.css'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import { releaseHold } from './reserveDraft.ts'

interface OutcomeTexts {
  icon: IconType
  tone: 'red' | 'amber'
  title: string
  what: string
  next: string
  /** What happened to the amount. */
  amount: string
}

/** Returns why there is no reservation, what happens to the money, and what to do. */
const useOutcomeTexts = ({ order, reservation }: PayInfo): OutcomeTexts => {
  const { t } = useLingui()
  const { state, reason } = order ?? { state: 'cancelled', reason: null }
  const isReceived = reason === 'late' || reason === 'amount'
  if (state === 'refunded' || (state === 'cancelled' && isReceived))
    return {
      icon: Undo2,
      tone: 'amber',
      title: state === 'refunded' ? t`We have refunded your payment` : t`The reservation was cancelled`,
      what:
        reason === 'late'
          ? t`The payment arrived after the time for it was over, so nothing was reserved.`
          : reason === 'amount'
            ? t`The amount received did not match the price, so nothing was reserved.`
            : t`This reservation was cancelled and refunded in full.`,
      next:
        state === 'refunded'
          ? t`The full amount goes back to your card. Card companies usually need 7 to 14 working days.`
          : t`We are returning your payment in full. Card companies usually need 7 to 14 working days.`,
      amount: state === 'refunded' ? t`Refunded` : t`Being refunded`,
    }
  if (state === 'cancelled')
    return {
      icon: CircleSlash,
      tone: 'amber',
      title: reservation.state === 'lapsed' ? t`Not paid in time` : t`The reservation was cancelled`,
      what: t`The payment was not completed, so nothing was reserved.`,
      next: t`You will not be charged for this order: any payment that arrives is returned in full. You can reserve again at any time.`,
      amount: t`Not charged`,
    }
  if (reason === 'domestic_card')
    return {
      icon: CreditCard,
      tone: 'red',
      title: t`The payment was declined`,
      what: t`This card was issued in Korea. Reservations can only be paid for with cards issued outside Korea.`,
      next: t`You have not been charged. Try again with a card issued outside Korea.`,
      amount: t`Not charged`,
    }
  return {
    icon: CreditCard,
    tone: 'red',
    // Gateways report a payment page that the guest closed in the same way as a declined card.
    title: t`The payment did not go through`,
    what: t`The card was declined, or the payment was not completed. Nothing is reserved or held any more.`,
    next: t`You have not been charged. Check your card’s limit for payments abroad, or use another card.`,
    amount: t`Not charged`,
  }
}

/** Renders a declined, cancelled or refunded payment: no reservation, and no lasting charge. */
export function UnpaidReservation({
  goodsId,
  memberId,
  payInfo,
}: {
  goodsId: string
  memberId: string
  payInfo: PayInfo
}) {
  const { price } = useFormat()
  const kind = useGoodsKind()
  const texts = useOutcomeTexts(payInfo)
  const { reservation, order } = payInfo
  useEffect(() => releaseHold(memberId), [memberId])
  return (
    <>
      <div className={styles.outcome} data-tone={texts.tone} role="alert" data-order={order?.state}>
        <h2>
          <Icon of={texts.icon} />
          {texts.title}
        </h2>
        <p>{texts.what}</p>
        <p className={screen.lead}>{texts.next}</p>
      </div>
      <dl className={styles.bill}>
        <div>
          <dt>
            <Trans>Reservation number</Trans>
          </dt>
          <dd>{reservation.rsvtNumber}</dd>
        </div>
        {/* The received sum differs from the price, and the order holds only the price. */}
        {order && order.reason !== 'amount' && (
          <div>
            <dt>{texts.amount}</dt>
            <dd>{price(order.amount)}</dd>
          </div>
        )}
      </dl>
      <div className={styles.ways}>
        <LinkButton
          {...goodsLink(kind, goodsId, {
            step: 'reserve',
            option: reservation.goodsDtlId,
            priceSn: reservation.priceSn,
            count: reservation.goodsCnt,
          })}
          replace
          full
        >
          {order?.state === 'declined' ? <Trans>Try again</Trans> : <Trans>Reserve again</Trans>}
        </LinkButton>
        <p className={screen.center}>
          <Trans>Your details and choices are still there.</Trans>
        </p>
        <LinkButton {...goodsLink(kind, goodsId)} kind="outline" full>
          <Trans>Choose another date or option</Trans>
        </LinkButton>
        <LinkButton to="/service/inquiry" kind="quiet" full>
          <Trans>Contact us</Trans>
        </LinkButton>
      </div>
    </>
  )
}
