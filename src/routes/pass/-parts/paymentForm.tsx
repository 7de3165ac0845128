import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import type { Quote } from '#contract/calls/pass.ts'
import type { FailureCode } from '#contract/errors.ts'
import { useCatalogue } from '#data/catalogue.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { buyPass, type PaymentMethod } from '#data/pass.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmailText } from '#ui/email.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { OrderTicket } from '../../-shared/productTicket.tsx'
import { useFieldErrorText } from '../../-shared/formErrors.ts'
import screen from '../../-shared/screen.module.css'
import { TermsDialog } from '../../-shared/termsDialog.tsx'
import { PaymentMessages } from './paymentMessages.tsx'
import { openPaymentPage } from '../../-shared/payment/paymentRedirect.ts'
import { CouponField } from '../../-shared/payment/couponField.tsx'
import { MethodField, useFirstMethod } from '../../-shared/payment/methodField.tsx'
import styles from '../../-shared/payment/payment.module.css'
import { PromoField } from '../../-shared/payment/promoField.tsx'
import { storeOrder } from './unanswered.ts'
import type { useQuote } from './useQuote.ts'

interface Props {
  quote: Quote
  pricing: ReturnType<typeof useQuote>
  promoCode: string
  /** Method that was chosen before, for this order or for one that is tried again; undefined for a first try. */
  method: string | undefined
  /** Called with a chosen method, so that the address keeps it. */
  onMethod: (method: PaymentMethod) => void
}

/**
 * Error codes that mean no order exists for the quote, because the server looks for one first. After any other failure
 * the order may have been written, so the quote is held and the next press requests the same order.
 */
const NO_ORDER_CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'E_NOT_FOUND',
  'E_QUOTE_EXPIRED',
  'E_PRICE_CHANGED',
  'E_NOT_ON_SALE',
  'E_SOLD_OUT',
  'E_HOLDS',
  'E_COUPON',
  'E_POINTS',
])

/** Error codes after which the same quote cannot be paid any more, also because it is another member's. */
const RENEWED_CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'E_NOT_FOUND',
  'E_QUOTE_EXPIRED',
  'E_PRICE_CHANGED',
  // The new price is without the coupon.
  'E_COUPON',
])

interface FailedAttempt {
  quoteUid: string
  failure: FailedOutcome
}

/** Renders the payment form: passes, buyer, discount and method. Repeated presses make one order. */
export function PaymentForm({ quote, pricing, promoCode, method: before, onMethod }: Props) {
  const { t } = useLingui()
  const { price } = useFormat()
  const reason = useFieldErrorText()
  const router = useRouter()
  const { data } = useCatalogue()
  const [typed, setTyped] = useState(promoCode)
  const [method, setMethod] = useState(useFirstMethod(quote.methods, before))
  const [agreed, setAgreed] = useState(false)
  const [tries, setTries] = useState(0)
  const [attempt, setAttempt] = useState<FailedAttempt | null>(null)
  const [paying, setPaying] = useState(false)
  const [reading, setReading] = useState(false)
  const locked = useRef(false)
  const { passCnt: count, windowHours: hours, cancelDays: days, amount, discount, buyer } = quote
  const product = data?.products.find(({ gdsUid }) => gdsUid === quote.gdsUid)
  const title = product?.name ?? quote.passType
  const total = price(amount)
  // A failure belongs to the quote that it was reported for.
  const failure = attempt?.quoteUid === quote.quoteUid ? attempt.failure : null
  const isPayable = quote.methods.length > 0
  const missing =
    tries > 0 ? [!method && ('method' as const), !agreed && ('agreement' as const)].filter((name) => !!name) : []

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!isPayable) return
    setTries(tries + 1)
    setAttempt(null)
    if (!method || !agreed || locked.current || pricing.busy) return
    locked.current = true
    setPaying(true)
    const { quoteUid } = quote
    pricing.hold(method)
    const outcome = await buyPass({ quoteUid, method })
    if (outcome.ok) {
      const { ordUid, state } = outcome.data
      storeOrder(outcome.data)
      const to = state === 'pending' ? '/pass/paymentstep1' : '/pass/completed'
      const navigation = router.navigate({ to, search: { ord: ordUid } })
      // Writes the order's address into the history before the page unloads, so that Back from the bank leads to the
      // order.
      router.history.flush()
      if (!openPaymentPage(outcome.data)) await navigation
      return
    }
    locked.current = false
    setPaying(false)
    setAttempt({ quoteUid, failure: outcome })
    if (NO_ORDER_CODES.has(outcome.code)) pricing.release()
    if (RENEWED_CODES.has(outcome.code)) await pricing.renew()
  }

  return (
    <form onSubmit={(event) => void pay(event)} noValidate className={styles.checkout}>
      <div className={styles.fields}>
        <ErrorSummary
          key={tries}
          errors={missing.map((name) => ({ id: `pay-${name}`, message: reason(name, name) }))}
        />
        <section className={styles.block}>
          <h2>
            <Trans>Buyer</Trans>
          </h2>
          <p>
            {buyer.name}
            <br />
            <span className={screen.second}>
              <EmailText>{buyer.email}</EmailText>
              {buyer.mobile && ` · ${buyer.mobile}`}
            </span>
          </p>
        </section>
        <section className={styles.block}>
          <h2>
            <Trans>
              Discount <small>one per order</small>
            </Trans>
          </h2>
          <CouponField
            quote={quote}
            replacesCode={pricing.appliedPromo !== ''}
            isRefused={pricing.isCouponRefused}
            busy={pricing.busy}
            disabled={pricing.isHeld}
            onChoose={(couponUid) => {
              // The order has one discount: a code that was applied goes.
              if (pricing.appliedPromo === typed.trim()) setTyped('')
              void pricing.chooseCoupon(couponUid)
            }}
          />
          <PromoField
            value={typed}
            busy={pricing.busy}
            disabled={pricing.isHeld}
            hint={
              pricing.isHeld &&
              !paying && <Trans>Your order may already have been placed. Press the payment button again first.</Trans>
            }
            onChange={setTyped}
            onApply={() => void pricing.apply(typed.trim())}
            applied={
              pricing.appliedPromo !== '' &&
              pricing.appliedPromo === typed.trim() && <Trans>This code is applied.</Trans>
            }
            onRemove={() => {
              setTyped('')
              void pricing.apply('')
            }}
            error={pricing.refusedPromo !== null && pricing.refusedPromo === typed.trim() && reason('promo', 'promo')}
          />
          {discount > 0 && (
            <p className={screen.line} role="status">
              {quote.couponUid === null ? <Trans>Promotion code</Trans> : <Trans>Coupon</Trans>}
              <span className={styles.off}>−{price(discount)}</span>
            </p>
          )}
        </section>
        <MethodField
          methods={quote.methods}
          value={method}
          onChange={(value) => {
            setMethod(value)
            onMethod(value)
          }}
          error={missing.includes('method') && reason('method', 'method')}
        >
          <Trans>
            Cards issued in Korea are not accepted. Korean nationals can use the pass only when they travel with a
            foreign visitor.
          </Trans>
        </MethodField>
        <div>
          <Checkbox
            id="pay-agreement"
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
            label={
              product?.medium === 'card'
                ? t`I confirm my order and agree to the cancellation terms: free cancellation within ${days} days of payment if the pass is unused and the card has not been collected`
                : t`I confirm my order and agree to the cancellation terms: free cancellation within ${days} days of payment if the pass is unused`
            }
            error={missing.includes('agreement') && reason('agreement', 'agreement')}
            aria-required
          />
          <button type="button" className={screen.link} onClick={() => setReading(true)}>
            <Trans>Read the cancellation terms</Trans>
          </button>
        </div>
      </div>
      <div className={styles.summary}>
        <OrderTicket
          passType={quote.passType}
          title={title}
          text={
            <Trans>
              {count} × {hours}-hour pass
            </Trans>
          }
          end={<span className={styles.amount}>{price(quote.unitPrice * count)}</span>}
        />
        <ActionBar className={styles.pay}>
          <PaymentMessages pricing={pricing} failure={failure} total={total} paying={paying} />
          <p className={styles.total} aria-live="polite">
            <span>{discount > 0 ? <Trans>Total after discount</Trans> : <Trans>Total</Trans>}</span>
            <strong>{total}</strong>
          </p>
          {isPayable ? (
            <Button type="submit" full busy={paying || pricing.busy}>
              <Trans>Pay {total}</Trans>
            </Button>
          ) : (
            <Button full busy={pricing.busy} onClick={() => void pricing.renew()}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </ActionBar>
      </div>
      <TermsDialog
        code={reading ? 'refund' : null}
        title={t`Cancellations and refunds`}
        onClose={() => setReading(false)}
      />
    </form>
  )
}
