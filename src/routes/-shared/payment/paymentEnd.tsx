import { Trans, useLingui } from '@lingui/react/macro'
import { CircleSlash, CreditCard, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '#contract/calls/pass.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import screen from '../screen.module.css'
import styles from './order.module.css'

type Unpaid = Pick<Order, 'reason'> & { state: Order['state'] }

export interface PaymentEndTexts {
  icon: IconType
  tone: 'red' | 'amber'
  title: string
  /** What happens to the money, and what to do. */
  next: string
  /** What happened to the amount. */
  amount: string
}

/** Returns whether a payment arrived late or with a wrong amount: then nothing was bought and it is refunded. */
export const isReceived = (reason: Order['reason']): reason is 'late' | 'amount' =>
  reason === 'late' || reason === 'amount'

/** Hook: returns what to say of a payment that was declined, cancelled or refunded. */
export const usePaymentEnd = ({ state, reason }: Unpaid): PaymentEndTexts => {
  const { t } = useLingui()
  if (state === 'refunded')
    return {
      icon: Undo2,
      tone: 'amber',
      title: t`We have refunded your payment`,
      next: t`The full amount goes back to your card. Card companies usually need 7 to 14 working days.`,
      amount: t`Refunded`,
    }
  if (state === 'cancelled' && isReceived(reason))
    return {
      icon: Undo2,
      tone: 'amber',
      title: t`The order was cancelled`,
      next: t`We are returning your payment in full. Card companies usually need 7 to 14 working days.`,
      amount: t`Being refunded`,
    }
  if (state === 'cancelled')
    return {
      icon: CircleSlash,
      tone: 'amber',
      title: t`The order was cancelled`,
      next: t`You have not been charged for this order. If a payment still goes through, we will return it in full. You can place a new order.`,
      amount: t`Not charged`,
    }
  const declined = { icon: CreditCard, tone: 'red', amount: t`Not charged` } as const
  if (reason === 'domestic_card')
    return {
      ...declined,
      title: t`The payment was declined`,
      next: t`You have not been charged. Try again with a card issued outside Korea.`,
    }
  return {
    ...declined,
    // Gateways report a payment page that the buyer closed in the same way as a declined card.
    title: t`The payment did not go through`,
    next: t`You have not been charged. Check your card’s limit for payments abroad, or use another card.`,
  }
}

interface Props {
  texts: PaymentEndTexts
  /** Why nothing was bought. */
  what?: string
  /** The number of the order or reservation. */
  number: { label: ReactNode; value: string }
  /** KRW; null where the sum is not known. */
  amount: number | null
  /** The ways on. */
  children: ReactNode
}

/** Renders a payment that bought nothing: why, what happens to the money, and the ways on. */
export function PaymentEnd({ texts, what, number, amount, children }: Props) {
  const { price } = useFormat()
  return (
    <>
      <div className={styles.outcome} data-tone={texts.tone} role="alert">
        <h2>
          <Icon of={texts.icon} />
          {texts.title}
        </h2>
        {what && <p>{what}</p>}
        <p className={screen.lead}>{texts.next}</p>
      </div>
      <dl className={styles.bill}>
        <div>
          <dt>{number.label}</dt>
          <dd>{number.value}</dd>
        </div>
        {amount !== null && (
          <div>
            <dt>{texts.amount}</dt>
            <dd>{price(amount)}</dd>
          </div>
        )}
      </dl>
      <div className={styles.ways}>
        {children}
        <LinkButton to="/service/inquiry" kind="quiet" full>
          <Trans>Contact us</Trans>
        </LinkButton>
      </div>
    </>
  )
}
