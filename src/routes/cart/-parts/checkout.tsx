import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CartQuote } from '#contract/calls/cart.ts'
import { acceptCartPrices, cartLineKey, sellsSame, type CartLine } from '#data/cart.ts'
import { buyCart } from '#data/cartOrder.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { BuyerSection, CheckoutForm, PassMethodNote } from '../../-shared/payment/checkoutForm.tsx'
import payment from '../../-shared/payment/payment.module.css'
import { useGoToOrder } from '../../-shared/payment/paymentRedirect.ts'
import { NO_ORDER_CODES } from '../../-shared/payment/noOrder.ts'
import { OrderFailure } from '../../-shared/payment/orderFailure.tsx'
import { PriceFailure } from '../../-shared/payment/priceFailure.tsx'
import { useCheckout } from '../../-shared/payment/useCheckout.ts'
import { DiscountFields } from '../../-shared/reserve/discountFields.tsx'
import screen from '../../-shared/screen.module.css'
import { TermsDialog } from '../../-shared/termsDialog.tsx'
import styles from './cart.module.css'
import { CartLineRow } from './cartLine.tsx'
import { useCartQuote, type CartPrices } from './useCartQuote.ts'

interface Props {
  lines: readonly CartLine[]
  isOnline: boolean
  /** The cart without prices of the server, while there is no connection to request them. */
  unpriced: ReactNode
}

/** Renders the cart with the server's prices and, once nothing has changed, the form that pays it. */
export function CartCheckout({ lines, isOnline, unpriced }: Props) {
  const { t } = useLingui()
  const prices = useCartQuote(lines, isOnline)
  const { quote, failure, busy, retry } = prices
  // Another page can change the cart, so the position of a line says nothing about its price.
  const quotedOf = (line: CartLine) => quote?.lines.find((quoted) => sellsSame(quoted, line))
  // An answer to other lines is not shown beside these.
  const isOfLines = quote?.lines.length === lines.length && lines.every(quotedOf)
  const quoteUid = quote?.quoteUid ?? null
  if (quote === null && !isOnline) return unpriced
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line, position) => (
          <CartLineRow
            key={cartLineKey(line)}
            line={line}
            position={position}
            quoted={isOfLines ? quotedOf(line) : undefined}
            isLocked={false}
          />
        ))}
      </ul>
      {quote === null && busy && <LoadingLine label={t`Checking the prices`} />}
      {/* The form shows it beside its button. */}
      {failure && quoteUid === null && <PriceFailure failure={failure} busy={busy} onRetry={() => void retry()} />}
      {quote &&
        (quoteUid === null ? (
          isOfLines && <ChangedCart quote={quote} />
        ) : (
          <PayForm quote={quote} quoteUid={quoteUid} prices={prices} />
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
        <Trans>Some items cannot be bought as they are. Change or remove them before you pay.</Trans>
      ) : (
        <>
          <p>
            <Trans>Prices have changed since you added these items to the cart.</Trans>
          </p>
          <Button size="small" onClick={() => void acceptCartPrices(quote.lines)}>
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

/**
 * Renders discount, method and agreement of a cart. Repeated presses make one order. While the lines have no price the
 * form stays as it was filled in, without sums and without the button that pays.
 */
function PayForm({ quote, quoteUid, prices }: PayFormProps) {
  const { t } = useLingui()
  const { price } = useFormat()
  const goToOrder = useGoToOrder()
  const { buyer, methods, sum, amount, discount } = quote
  const { failure, busy, isPriced, isHeld, linesKey, hold, reload, retry } = prices
  const checkout = useCheckout({
    // Not the quote: the price is requested anew after a refusal, which stays until the lines change.
    subject: linesKey,
    methods,
    before: null,
    isPricing: busy,
    isPriced,
    order: async (method) => {
      const outcome = await buyCart({ quoteUid, method })
      if (!outcome.ok) return outcome
      await goToOrder(outcome.data, '/cart/completed')
      return null
    },
    // What is refused may have sold out or changed: the lines show it. Without an answer the order may exist, and the
    // same quote is sent again.
    onFailure: ({ code }) => {
      const hasNoOrder = NO_ORDER_CODES.has(code)
      hold(!hasNoOrder)
      if (hasNoOrder) void reload()
    },
  })
  return (
    <CheckoutForm
      checkout={checkout}
      sum={sum}
      amount={amount}
      methodNote={<PassMethodNote />}
      agreement={t`I confirm my order and agree to the cancellation terms of each item`}
      terms={(isOpen, close) => (
        <TermsDialog code={isOpen ? 'refund' : null} title={t`Cancellations and refunds`} onClose={close} />
      )}
      summary={
        isPriced &&
        discount > 0 && (
          <p className={screen.line} role="status">
            <Trans>Discount</Trans>
            <span className={payment.off}>−{price(discount)}</span>
          </p>
        )
      }
      messages={
        <>
          {checkout.failure && <OrderFailure failure={checkout.failure} isHeld={isHeld} />}
          {failure && (
            <PriceFailure
              failure={failure}
              busy={busy}
              onRetry={isPriced && !isHeld ? () => void retry() : undefined}
            />
          )}
        </>
      }
      onReload={() => void retry()}
    >
      <BuyerSection buyer={buyer} />
      <DiscountFields
        paying={prices}
        // What a coupon takes off depends on the lines.
        payInfo={isPriced ? quote : { ...quote, coupons: [] }}
        isDisabled={checkout.isPaying || isHeld}
      />
    </CheckoutForm>
  )
}
