import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Quote } from '#contract/calls/pass.ts'
import type { FailureCode } from '#contract/errors.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { buyPass, type PaymentMethod } from '#data/pass.ts'
import { useFormat } from '#i18n/format.ts'
import { OrderTicket } from '../../-shared/productTicket.tsx'
import { useFieldErrorText } from '../../-shared/formErrors.ts'
import screen from '../../-shared/screen.module.css'
import { TermsDialog } from '../../-shared/termsDialog.tsx'
import { PaymentMessages } from './paymentMessages.tsx'
import { NO_ORDER_CODES } from '../../-shared/payment/noOrder.ts'
import { useGoToOrder } from '../../-shared/payment/paymentRedirect.ts'
import { CouponField } from '../../-shared/payment/couponField.tsx'
import { BuyerSection, CheckoutForm, PassMethodNote } from '../../-shared/payment/checkoutForm.tsx'
import { useCheckout } from '../../-shared/payment/useCheckout.ts'
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

/** Error codes after which the same quote cannot be paid any more, also because it is another member's. */
const RENEWED_CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'E_NOT_FOUND',
  'E_QUOTE_EXPIRED',
  'E_PRICE_CHANGED',
  // The new price is without the coupon.
  'E_COUPON',
])

/** Renders the payment form: passes, buyer, discount and method. Repeated presses make one order. */
export function PaymentForm({ quote, pricing, promoCode, method, onMethod }: Props) {
  const { t } = useLingui()
  const { price } = useFormat()
  const reason = useFieldErrorText()
  const goToOrder = useGoToOrder()
  const { data } = useCatalogue()
  const [typed, setTyped] = useState(promoCode)
  const { quoteUid, passCnt: count, windowHours: hours, cancelDays: days, amount, discount, buyer } = quote
  const product = data?.products.find(({ gdsUid }) => gdsUid === quote.gdsUid)
  const title = product?.name ?? quote.passType
  const sum = quote.unitPrice * count
  const checkout = useCheckout({
    subject: quoteUid,
    methods: quote.methods,
    before: method,
    isPricing: pricing.busy,
    order: async (chosen) => {
      pricing.hold(chosen)
      const outcome = await buyPass({ quoteUid, method: chosen })
      if (!outcome.ok) return outcome
      storeOrder(outcome.data)
      await goToOrder(outcome.data, outcome.data.state === 'pending' ? '/pass/paymentstep1' : '/pass/completed')
      return null
    },
    onFailure: ({ code }) => {
      if (NO_ORDER_CODES.has(code)) pricing.release()
      if (RENEWED_CODES.has(code)) void pricing.renew()
    },
  })
  return (
    <CheckoutForm
      checkout={checkout}
      sum={sum}
      amount={amount}
      methodNote={<PassMethodNote />}
      onMethod={onMethod}
      agreement={
        quote.medium === 'card'
          ? t`I confirm my order and agree to the cancellation terms: free cancellation within ${days} days of payment if the pass is unused and the card has not been collected`
          : t`I confirm my order and agree to the cancellation terms: free cancellation within ${days} days of payment if the pass is unused`
      }
      terms={(isOpen, close) => (
        <TermsDialog code={isOpen ? 'refund' : null} title={t`Cancellations and refunds`} onClose={close} />
      )}
      summary={
        <OrderTicket
          passType={quote.passType}
          title={title}
          text={
            <Trans>
              {count} × {hours}-hour pass
            </Trans>
          }
          end={<span className={styles.amount}>{price(sum)}</span>}
        />
      }
      messages={
        <PaymentMessages
          pricing={pricing}
          failure={checkout.failure}
          total={price(amount)}
          paying={checkout.isPaying}
        />
      }
      onReload={() => void pricing.renew()}
    >
      <BuyerSection buyer={buyer} />
      <section className={styles.block}>
        <h2>
          <Trans>
            Discount <small>one coupon or code per order</small>
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
            !checkout.isPaying && (
              <Trans>
                Your order may already have been placed. Before you change anything, press the payment button again.
              </Trans>
            )
          }
          onChange={setTyped}
          onApply={() => void pricing.apply(typed.trim())}
          applied={pricing.appliedPromo !== '' && pricing.appliedPromo === typed.trim() && <Trans>Code applied.</Trans>}
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
    </CheckoutForm>
  )
}
