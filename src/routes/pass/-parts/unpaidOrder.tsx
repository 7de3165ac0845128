import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '#contract/calls/pass.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import screen from '../../-shared/screen.module.css'
import { isReceived, PaymentEnd, usePaymentEnd } from '../../-shared/payment/paymentEnd.tsx'
import type { PaymentSearch } from '../paymentInfo.tsx'

/** Hook: returns why there is no pass. */
const useReason = ({ state, reason }: Order): string => {
  const { t } = useLingui()
  if (state === 'refunded' || state === 'cancelled') {
    if (reason === 'late') return t`The payment arrived after the order had closed, so no pass was issued.`
    if (reason === 'amount') return t`The amount received did not match the price, so no pass was issued.`
    if (state === 'refunded') return t`This order was refunded in full.`
    return reason === 'abandoned' ? t`The payment was not completed.` : t`No pass was issued for this order.`
  }
  return reason === 'domestic_card'
    ? t`This card was issued in Korea. Passes can only be paid for with cards issued outside Korea.`
    : t`The card was declined, or the payment was not completed.`
}

/** Returns the search parameters of the payment screen with everything that was chosen. */
const retrySearch = ({ gdsDtlUid, passCnt, method, promoCode, couponUid }: Order): PaymentSearch => ({
  gdsDtlUid,
  passCnt,
  method,
  ...(promoCode !== null && { promoCode }),
  ...(couponUid !== null && { couponUid }),
})

/** Renders a declined, cancelled or refunded order: no pass, and no lasting charge. */
export function UnpaidOrder({ order }: { order: Order }) {
  const { price } = useFormat()
  const texts = usePaymentEnd(order)
  const what = useReason(order)
  const amount = price(order.amount)
  return (
    <PaymentEnd
      texts={texts}
      what={what}
      number={{ label: <Trans>Order number</Trans>, value: order.orderNumber }}
      // The received sum differs from the price, and the order holds only the price.
      amount={order.reason === 'amount' ? null : order.amount}
    >
      <LinkButton to="/pass/paymentInfo" search={retrySearch(order)} replace full>
        {order.state === 'declined' ? <Trans>Try again</Trans> : <Trans>Order again</Trans>}
      </LinkButton>
      {!isReceived(order.reason) && (
        <p className={screen.center}>
          <Trans>We have kept your choices. Previous price: {amount}</Trans>
        </p>
      )}
      <LinkButton to="/pass" kind="outline" full>
        <Trans>See the passes</Trans>
      </LinkButton>
    </PaymentEnd>
  )
}
