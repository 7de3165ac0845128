import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#contract/calls/pass.ts'
import { CANCEL_DAYS, QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useOnline } from '#data/online.ts'
import { quotePass } from '#data/pass.ts'
import { useSession } from '#data/session.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Stepper } from '#ui/stepper.tsx'
import screen from '../../-shared/screen.module.css'
import { TermsDialog } from '../../-shared/termsDialog.tsx'
import { ApproximatePrice } from '../../-shared/currency/approximatePrice.tsx'
import { RateNote } from '../../-shared/currency/rateNote.tsx'
import { AddToCart } from '../../-shared/cart/addToCart.tsx'
import note from '../../-shared/payment/note.module.css'
import styles from './orderForm.module.css'
import { PromoField } from '../../-shared/payment/promoField.tsx'

/** State of the promotion code; `later`: to be checked after signing in. */
type Promo =
  | { state: 'open' }
  | { state: 'asking'; code: string }
  | { state: 'taken'; code: string; discount: number; count: number }
  | { state: 'later'; code: string }
  | { state: 'refused'; why: FailedOutcome }

/** Renders the order form: quantity, promotion code and terms; leads to the payment. */
export function OrderForm({ product }: { product: Product }) {
  const { t } = useLingui()
  const { price } = useFormat()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const online = useOnline()
  const { state } = useSession()
  const [count, setCount] = useState(QUANTITY_MIN)
  const [typed, setTyped] = useState('')
  const [promo, setPromo] = useState<Promo>({ state: 'open' })
  const [reading, setReading] = useState(false)
  const { gdsDtlUid, discounted, saleYn, soldOutYn } = product
  const unit = discounted ?? product.price
  const days = CANCEL_DAYS
  const most = QUANTITY_MAX

  const apply = async () => {
    const code = typed.trim()
    if (state !== 'member') {
      setPromo({ state: 'later', code })
      return
    }
    setPromo({ state: 'asking', code })
    const outcome = await quotePass({ gdsDtlUid, passCnt: count, promoCode: code })
    const answered: Promo = outcome.ok
      ? { state: 'taken', code, discount: outcome.data.discount, count }
      : { state: 'refused', why: outcome }
    // The code may have been changed meanwhile.
    setPromo((current) => (current.state === 'asking' && current.code === code ? answered : current))
  }
  const buy = () => {
    const promoCode = promo.state === 'taken' || promo.state === 'later' ? promo.code : typed.trim()
    void navigate({
      to: '/pass/paymentInfo',
      search: { gdsDtlUid, passCnt: count, ...(promoCode && { promoCode }) },
    })
  }
  const unitText = price(unit)
  const off = promo.state === 'taken' && promo.count === count ? promo.discount : 0
  const offText = price(off)
  if (saleYn === 'N' || soldOutYn === 'Y') {
    return (
      <Banner tone="harbour">
        {soldOutYn === 'Y' ? (
          <Trans>This pass is sold out.</Trans>
        ) : (
          <Trans>This pass is not on sale at the moment.</Trans>
        )}
      </Banner>
    )
  }
  return (
    <div className={styles.order}>
      {product.sampleYn === 'Y' && (
        <Banner tone="harbour">
          <Trans>Sample price: you will not be charged.</Trans>
        </Banner>
      )}
      <div className={styles.quantity}>
        <p>
          <strong>
            <Trans>Passes</Trans>
          </strong>
          <br />
          <span className={screen.second}>
            <Trans>One pass per person. Up to {most} per order.</Trans>
          </span>
        </p>
        <Stepper label={t`Number of passes`} value={count} min={QUANTITY_MIN} max={QUANTITY_MAX} onChange={setCount} />
      </div>
      <PromoField
        value={typed}
        busy={promo.state === 'asking'}
        onChange={(value) => {
          setTyped(value)
          setPromo({ state: 'open' })
        }}
        onApply={() => void apply()}
        hint={promo.state === 'later' && <Trans>We will check the code after you sign in.</Trans>}
        applied={
          promo.state === 'taken' &&
          (off > 0 ? (
            <Trans>Applied: {offText} off.</Trans>
          ) : (
            <Trans>The discount will be recalculated at payment.</Trans>
          ))
        }
        onRemove={() => {
          setTyped('')
          setPromo({ state: 'open' })
        }}
        error={promo.state === 'refused' && errorText(promo.why)}
      />
      <p className={note.note}>
        <Icon of={RotateCcw} size={16} />
        <span>
          {product.medium === 'card' ? (
            <Trans>
              Free cancellation within {days} days of payment while the pass is unused and the card has not been
              collected.{' '}
              <button type="button" onClick={() => setReading(true)}>
                Terms
              </button>
            </Trans>
          ) : (
            <Trans>
              Free cancellation within {days} days of payment while the pass is unused.{' '}
              <button type="button" onClick={() => setReading(true)}>
                Terms
              </button>
            </Trans>
          )}
        </span>
      </p>
      <RateNote />
      {!online && (
        <Banner tone="amber" role="status">
          <Trans>You are offline. You can buy passes as soon as you are back online.</Trans>
        </Banner>
      )}
      <AddToCart
        line={{
          gdsUid: product.gdsUid,
          gdsDtlUid,
          kind: 'pass',
          passType: product.passType,
          priceSn: null,
          startsAt: null,
          endsAt: null,
          name: product.name,
          option: '',
          count,
          unitPrice: unit,
          ordUid: null,
        }}
      />
      <ActionBar>
        <p className={styles.sum} aria-live="polite">
          <span>
            {count} × {unitText}
            {off > 0 && ` − ${offText}`}
          </span>
          <strong>{price(unit * count - off)}</strong>
          <ApproximatePrice krw={unit * count - off} />
        </p>
        <Button onClick={buy}>
          <Plural value={count} one="Buy # pass" other="Buy # passes" />
        </Button>
      </ActionBar>
      <TermsDialog
        code={reading ? 'refund' : null}
        title={t`Cancellations and refunds`}
        onClose={() => setReading(false)}
      />
    </div>
  )
}
