import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import type { CartQuote } from '#contract/calls/cart.ts'
import { acceptCartPrices, type CartLine } from '#data/cart.ts'
import { buyCart } from '#data/cartOrder.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useFormat } from '#i18n/format.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmailText } from '#ui/email.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { useFieldErrorText } from '../../-shared/formErrors.ts'
import { MethodField, useFirstMethod } from '../../-shared/payment/methodField.tsx'
import payment from '../../-shared/payment/payment.module.css'
import { openPaymentPage } from '../../-shared/payment/paymentRedirect.ts'
import { DiscountFields } from '../../-shared/reserve/discountFields.tsx'
import screen from '../../-shared/screen.module.css'
import { TermsDialog } from '../../-shared/termsDialog.tsx'
import styles from './cart.module.css'
import { CartLineRow } from './cartLine.tsx'
import { useCartQuote, type CartPrices } from './useCartQuote.ts'

/** Renders the cart with the server's prices and, once nothing has changed, the form that pays it. */
export function CartCheckout({ lines }: { lines: readonly CartLine[] }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const prices = useCartQuote(lines)
  const { quote, failure, busy, reload } = prices
  // An answer to other lines is not shown beside these.
  const isOfLines = quote?.lines.length === lines.length
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line, position) => (
          <CartLineRow
            key={`${line.gdsDtlUid} ${line.priceSn}`}
            line={line}
            position={position}
            quoted={isOfLines ? quote?.lines[position] : undefined}
            isLocked={false}
          />
        ))}
      </ul>
      {quote === null && busy && <LoadingLine label={t`Checking the prices`} />}
      {failure && (
        <Banner
          tone="red"
          role="alert"
          action={
            <Button kind="outline" size="small" busy={busy} onClick={() => void reload()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {errorText(failure)}
        </Banner>
      )}
      {quote &&
        isOfLines &&
        (quote.quoteUid === null ? (
          <ChangedCart quote={quote} />
        ) : (
          <PayForm quote={quote} quoteUid={quote.quoteUid} prices={prices} />
        ))}
    </>
  )
}

/** Renders that the cart has changed: new prices can be accepted, and lines that are gone have to be removed. */
function ChangedCart({ quote }: { quote: CartQuote }) {
  const isGone = quote.lines.some(({ problem }) => problem !== null && problem !== 'price')
  return (
    <Banner tone="amber" role="status" isLong>
      {isGone ? (
        <Trans>Some items cannot be bought as they are. Change or remove them, and then pay for the others.</Trans>
      ) : (
        <>
          <p>
            <Trans>Prices have changed since you put these items in the cart.</Trans>
          </p>
          <Button size="small" onClick={() => void acceptCartPrices(quote.lines.map(({ unitPrice }) => unitPrice))}>
            <Trans>Continue with the new prices</Trans>
          </Button>
        </>
      )}
    </Banner>
  )
}

interface PayFormProps {
  quote: CartQuote
  quoteUid: string
  prices: CartPrices
}

/** Renders discount, method and agreement of a cart. Repeated presses make one order. */
function PayForm({ quote, quoteUid, prices }: PayFormProps) {
  const { t } = useLingui()
  const { price } = useFormat()
  const reason = useFieldErrorText()
  const errorText = useErrorText()
  const router = useRouter()
  const [method, setMethod] = useState(useFirstMethod(quote.methods, null))
  const [isAgreed, setAgreed] = useState(false)
  const [tries, setTries] = useState(0)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [isPaying, setPaying] = useState(false)
  const [reading, setReading] = useState(false)
  const isLocked = useRef(false)
  const { buyer, methods, sum, amount, discount } = quote
  const total = price(amount)
  const missing =
    tries > 0 ? [!method && ('method' as const), !isAgreed && ('agreement' as const)].filter((name) => !!name) : []

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    setFailure(null)
    if (!method || !isAgreed || isLocked.current || prices.busy) return
    isLocked.current = true
    setPaying(true)
    const outcome = await buyCart({ quoteUid, method })
    if (outcome.ok) {
      const navigation = router.navigate({ to: '/cart/completed', search: { ord: outcome.data.ordUid } })
      // Writes the order's address into the history before the page unloads, so that Back from the bank leads to it.
      router.history.flush()
      if (!openPaymentPage(outcome.data)) await navigation
      return
    }
    isLocked.current = false
    setPaying(false)
    setFailure(outcome)
    // What is refused may have sold out or changed: the lines show it. Without an answer the order may exist, and the
    // same quote is sent again.
    if (outcome.code !== 'OFFLINE' && outcome.code !== 'E_GATEWAY') await prices.reload()
  }
  return (
    <form onSubmit={(event) => void pay(event)} noValidate className={payment.checkout}>
      <div className={payment.fields}>
        <ErrorSummary
          key={tries}
          errors={missing.map((name) => ({ id: `pay-${name}`, message: reason(name, name) }))}
        />
        <section className={payment.block}>
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
        <DiscountFields paying={prices} payInfo={quote} isDisabled={isPaying} />
        <MethodField
          methods={methods}
          value={method}
          onChange={setMethod}
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
            checked={isAgreed}
            onChange={(event) => setAgreed(event.target.checked)}
            label={t`I confirm my order and agree to the cancellation terms of each item`}
            error={missing.includes('agreement') && reason('agreement', 'agreement')}
            aria-required
          />
          <button type="button" className={screen.link} onClick={() => setReading(true)}>
            <Trans>Read the cancellation terms</Trans>
          </button>
        </div>
      </div>
      <div className={payment.summary}>
        <div>
          {discount > 0 && (
            <p className={screen.line} role="status">
              <Trans>Discount</Trans>
              <span className={payment.off}>−{price(discount)}</span>
            </p>
          )}
        </div>
        <ActionBar className={payment.pay}>
          {failure && !isPaying && (
            <Banner tone="red" role="alert">
              {errorText(failure)}
            </Banner>
          )}
          <p className={payment.total} aria-live="polite">
            <span>{sum > amount ? <Trans>Total after discount</Trans> : <Trans>Total</Trans>}</span>
            <strong>{total}</strong>
          </p>
          <Button type="submit" full busy={isPaying || prices.busy} disabled={methods.length === 0}>
            <Trans>Pay {total}</Trans>
          </Button>
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
