import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { PaymentMethod } from '#data/pass.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmailText } from '#ui/email.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { ApproximatePrice } from '../currency/approximatePrice.tsx'
import { RateNote } from '../currency/rateNote.tsx'
import { useFieldErrorText } from '../formErrors.ts'
import screen from '../screen.module.css'
import { MethodField } from './methodField.tsx'
import styles from './payment.module.css'
import type { Checkout } from './useCheckout.ts'

interface Contact {
  name: string
  email: string
  mobile: string | null
}

/** Renders name, email address and phone number of a buyer or a guest. */
export function ContactLines({ of: { name, email, mobile } }: { of: Contact }) {
  return (
    <p>
      {name}
      <br />
      <span className={screen.second}>
        <EmailText>{email}</EmailText>
        {mobile && ` · ${mobile}`}
      </span>
    </p>
  )
}

/** Renders the buyer of an order. */
export function BuyerSection({ buyer }: { buyer: Contact }) {
  return (
    <section className={styles.block}>
      <h2>
        <Trans>Buyer</Trans>
      </h2>
      <ContactLines of={buyer} />
    </section>
  )
}

/** Renders who may pay for a pass, and with which cards. */
export function PassMethodNote() {
  return (
    <Trans>
      Cards issued in Korea are not accepted. Korean nationals can use the pass only when they travel with a foreign
      visitor.
    </Trans>
  )
}

interface Props {
  checkout: Checkout
  /** Sum before the discount and amount to pay, KRW. */
  sum: number
  amount: number
  /** Who pays, and the discounts. */
  children: ReactNode
  /** A sentence below the methods. */
  methodNote: ReactNode
  onMethod?: (method: PaymentMethod) => void
  /** What the visitor agrees to. */
  agreement: ReactNode
  /** Returns the dialog with the cancellation terms. */
  terms: (isOpen: boolean, close: () => void) => ReactNode
  /** What is paid, beside the fields of a wide window. */
  summary: ReactNode
  /** What has happened to the price or the order, beside the button: visible at any scroll position. */
  messages: ReactNode
  /** Requests the price again, while payment is not possible. */
  onReload: () => void
}

/** Renders a payment form: children, method, agreement, total and button. */
export function CheckoutForm({
  checkout,
  sum,
  amount,
  children,
  methodNote,
  onMethod,
  agreement,
  terms,
  summary,
  messages,
  onReload,
}: Props) {
  const { price } = useFormat()
  const reason = useFieldErrorText()
  const [isReading, setReading] = useState(false)
  const { methods, missing, isPricing, isPriced } = checkout
  const total = price(amount)
  return (
    <form onSubmit={(event) => void checkout.submit(event)} noValidate className={styles.checkout}>
      <div className={styles.fields}>
        <ErrorSummary
          key={checkout.tries}
          errors={missing.map((name) => ({ id: `pay-${name}`, message: reason(name, name) }))}
        />
        {children}
        <MethodField
          methods={methods}
          value={checkout.method}
          onChange={(method) => {
            checkout.setMethod(method)
            onMethod?.(method)
          }}
          error={missing.includes('method') && reason('method', 'method')}
        >
          {methodNote}
        </MethodField>
        <RateNote />
        <div>
          <Checkbox
            id="pay-agreement"
            checked={checkout.isAgreed}
            onChange={(event) => checkout.setAgreed(event.target.checked)}
            label={agreement}
            error={missing.includes('agreement') && reason('agreement', 'agreement')}
            aria-required
          />
          <button type="button" className={screen.link} onClick={() => setReading(true)}>
            <Trans>Read the cancellation terms</Trans>
          </button>
        </div>
      </div>
      <div className={styles.summary}>
        {summary}
        <ActionBar className={styles.pay}>
          {messages}
          {isPriced && (
            <p className={styles.total} aria-live="polite">
              <span>{sum > amount ? <Trans>Total after discount</Trans> : <Trans>Total</Trans>}</span>
              <ApproximatePrice krw={amount} />
              <strong>{total}</strong>
            </p>
          )}
          {methods.length > 0 && isPriced ? (
            <Button type="submit" full busy={checkout.isPaying || isPricing}>
              <Trans>Pay {total}</Trans>
            </Button>
          ) : (
            <Button full busy={isPricing} onClick={onReload}>
              {isPricing && !isPriced ? <Trans>Checking the prices</Trans> : <Trans>Try again</Trans>}
            </Button>
          )}
        </ActionBar>
      </div>
      {terms(isReading, () => setReading(false))}
    </form>
  )
}
