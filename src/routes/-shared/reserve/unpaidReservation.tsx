import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { PayInfo } from '#data/reserve.ts'
import { LinkButton } from '#ui/button.tsx'
import { isReceived, PaymentEnd, usePaymentEnd, type PaymentEndTexts } from '../payment/paymentEnd.tsx'
import screen from '../screen.module.css'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import { releaseHold } from './reserveDraft.ts'

/** What a reservation that lapsed before an order was made has in place of one. */
const NO_ORDER = { state: 'cancelled', reason: null } as const

/** Hook: returns why there is no reservation, what happens to the money, and what to do. */
const useReservationEnd = ({ order, reservation }: PayInfo): PaymentEndTexts & { what: string } => {
  const { t } = useLingui()
  const { state, reason } = order ?? NO_ORDER
  const end = usePaymentEnd(order ?? NO_ORDER)
  const cancelled = t`The reservation was cancelled`
  if (state === 'refunded' || (state === 'cancelled' && isReceived(reason)))
    return {
      ...end,
      ...(state === 'cancelled' && { title: cancelled }),
      what:
        reason === 'late'
          ? t`The payment arrived too late, so nothing was reserved.`
          : reason === 'amount'
            ? t`The amount received did not match the price, so nothing was reserved.`
            : t`This reservation was cancelled and refunded in full.`,
    }
  if (state === 'cancelled')
    return {
      ...end,
      title: reservation.state === 'lapsed' ? t`Not paid in time` : cancelled,
      what: t`The payment was not completed, so nothing was reserved.`,
      next: t`You have not been charged for this order. If a payment still goes through, we will return it in full. You can reserve again if your choice is still available.`,
    }
  return {
    ...end,
    what:
      reason === 'domestic_card'
        ? t`Your card was issued in Korea. You can only pay for reservations with cards issued outside Korea.`
        : t`The card was declined, or the payment was not completed. Nothing was reserved, and the hold has ended.`,
  }
}

interface Props {
  goodsId: string
  memberId: string
  payInfo: PayInfo
}

/** Renders a declined, cancelled or refunded payment: no reservation, and no lasting charge. */
export function UnpaidReservation({ goodsId, memberId, payInfo }: Props) {
  const kind = useGoodsKind()
  const { what, ...texts } = useReservationEnd(payInfo)
  const { reservation, order } = payInfo
  useEffect(() => releaseHold(memberId), [memberId])
  return (
    <PaymentEnd
      texts={texts}
      what={what}
      number={{ label: <Trans>Reservation number</Trans>, value: reservation.rsvtNumber }}
      // The received sum differs from the price, and the order holds only the price.
      amount={order && order.reason !== 'amount' ? order.amount : null}
    >
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
        <Trans>We have kept your details and choices.</Trans>
      </p>
      <LinkButton {...goodsLink(kind, goodsId)} kind="outline" full>
        <Trans>Choose another date or option</Trans>
      </LinkButton>
    </PaymentEnd>
  )
}
