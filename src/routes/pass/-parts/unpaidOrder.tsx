import { Trans, useLingui } from '@lingui/react/macro'
import { CircleSlash, CreditCard, Undo2 } from 'lucide-react'
import type { Order } from '#contract/calls/pass.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import screen from '../../-shared/screen.module.css'
import type { PaymentSearch } from '../paymentInfo.tsx'
import styles from '../../-shared/payment/order.module.css'

interface OutcomeTexts {
  icon: IconType
  tone: 'red' | 'amber'
  title: string
  what: string
  next: string
}

/** Did a payment arrive late or with a wrong amount? Then no pass was issued and it is refunded. */
const isReceived = (reason: Order['reason']): reason is 'late' | 'amount' => reason === 'late' || reason === 'amount'

/** Returns why there is no pass, what happens to the money, and what to do. */
const useOutcomeTexts = ({ state, reason }: Order): OutcomeTexts => {
  const { t } = useLingui()
  const received = {
    late: t`The payment arrived after the order had closed, so no pass was issued.`,
    amount: t`The amount received did not match the price, so no pass was issued.`,
  }
  if (state === 'refunded') {
    return {
      icon: Undo2,
      tone: 'amber',
      title: t`We have refunded your payment`,
      what: isReceived(reason) ? received[reason] : t`This order was refunded in full.`,
      next: t`The full amount goes back to your card. Card companies usually need 7 to 14 working days.`,
    }
  }
  if (state === 'cancelled' && isReceived(reason)) {
    return {
      icon: Undo2,
      tone: 'amber',
      title: t`The order was cancelled`,
      what: received[reason],
      next: t`We are returning your payment in full. Card companies usually need 7 to 14 working days.`,
    }
  }
  if (state === 'cancelled') {
    return {
      icon: CircleSlash,
      tone: 'amber',
      title: t`The order was cancelled`,
      what: reason === 'abandoned' ? t`The payment was not completed.` : t`No pass was issued for this order.`,
      next: t`You will not be charged for this order: any payment that arrives is returned in full. You can order again at any time.`,
    }
  }
  if (reason === 'domestic_card') {
    return {
      icon: CreditCard,
      tone: 'red',
      title: t`The payment was declined`,
      what: t`This card was issued in Korea. Passes can only be paid for with cards issued outside Korea.`,
      next: t`You have not been charged. Try again with a card issued outside Korea.`,
    }
  }
  return {
    icon: CreditCard,
    tone: 'red',
    // Gateways report a payment page that the buyer closed in the same way as a declined card.
    title: t`The payment did not go through`,
    what: t`The card was declined, or the payment was not completed.`,
    next: t`You have not been charged. Check your card’s limit for payments abroad, or use another card.`,
  }
}

/** Returns the search parameters of the payment screen with everything that was chosen. */
const retrySearch = ({ gdsDtlUid, passCnt, method, promoCode, couponUid }: Order): PaymentSearch => ({
  gdsDtlUid,
  passCnt,
  method,
  ...(promoCode !== null && { promoCode }),
  ...(couponUid !== null && { couponUid }),
})

/** Renders what happened to the amount: refunded, being refunded, or not charged. */
function AmountLabel({ order: { state, reason } }: { order: Order }) {
  if (state === 'refunded') return <Trans>Refunded</Trans>
  return state === 'cancelled' && isReceived(reason) ? <Trans>Being refunded</Trans> : <Trans>Not charged</Trans>
}

/** Renders a declined, cancelled or refunded order: no pass, and no lasting charge. */
export function UnpaidOrder({ order }: { order: Order }) {
  const { price } = useFormat()
  const texts = useOutcomeTexts(order)
  const amount = price(order.amount)
  return (
    <>
      <div className={styles.outcome} data-tone={texts.tone} role="alert">
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
            <Trans>Order number</Trans>
          </dt>
          <dd>{order.orderNumber}</dd>
        </div>
        {/* The received sum differs from the price, and the order holds only the price. */}
        {order.reason !== 'amount' && (
          <div>
            <dt>
              <AmountLabel order={order} />
            </dt>
            <dd>{amount}</dd>
          </div>
        )}
      </dl>
      <div className={styles.ways}>
        <LinkButton to="/pass/paymentInfo" search={retrySearch(order)} replace full>
          {order.state === 'declined' ? <Trans>Try again</Trans> : <Trans>Order again</Trans>}
        </LinkButton>
        {!isReceived(order.reason) && (
          <p className={screen.center}>
            <Trans>We have kept your choices. Last price: {amount}</Trans>
          </p>
        )}
        <LinkButton to="/pass" kind="outline" full>
          <Trans>See the passes</Trans>
        </LinkButton>
        <LinkButton to="/service/inquiry" kind="quiet" full>
          <Trans>Contact us</Trans>
        </LinkButton>
      </div>
    </>
  )
}
