import { Trans } from '@lingui/react/macro'
import { CreditCard, LockKeyhole, Undo2 } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import screen from '../screen.module.css'

/** Renders what happens on the page of the bank, before a payment goes there. */
export function PaymentHints() {
  return (
    <ul className={screen.iconRows}>
      <li>
        <Icon of={CreditCard} />
        <Trans>You choose your card on the payment page. We never see the card number.</Trans>
      </li>
      <li>
        <Icon of={LockKeyhole} />
        <Trans>Your bank may ask you to confirm the payment.</Trans>
      </li>
      <li>
        <Icon of={Undo2} />
        <Trans>After you pay, you will return to Harbor Pass automatically.</Trans>
      </li>
    </ul>
  )
}
