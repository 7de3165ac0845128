import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PayInfo } from '#data/reserve.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { useFieldErrorText } from '../formErrors.ts'
import { CouponField } from '../payment/couponField.tsx'
import payment from '../payment/payment.module.css'
import { PromoField } from '../payment/promoField.tsx'
import styles from './reserve.module.css'
import type { Paying } from './usePayInfo.ts'

interface Props {
  paying: Pick<Paying, 'applied' | 'refused' | 'busy' | 'choose'>
  payInfo: Pick<PayInfo, 'coupons' | 'discount' | 'pointsUsable'>
  /** The order may exist already, so its discounts cannot change. */
  isDisabled: boolean
}

/** Renders the discounts of a reservation or a cart: a coupon or a promotion code, and points where they can be spent. */
export function DiscountFields({ paying, payInfo, isDisabled }: Props) {
  const { applied, refused, busy, choose } = paying
  const reason = useFieldErrorText()
  const [typed, setTyped] = useState(applied.promoCode ?? '')
  const { coupons, discount, pointsUsable } = payInfo
  const code = applied.promoCode ?? ''
  return (
    <section className={payment.block}>
      <h2>
        <Trans>
          Discount <small>one coupon or code per order</small>
        </Trans>
      </h2>
      <CouponField
        quote={{ coupons, couponUid: applied.couponUid ?? null, discount }}
        replacesCode={code !== ''}
        isRefused={refused?.kind === 'coupon'}
        busy={busy}
        disabled={isDisabled}
        onChoose={(couponUid) => {
          // The order has one discount: a code that was applied goes.
          if (code === typed.trim()) setTyped('')
          void choose({ couponUid, promoCode: undefined })
        }}
      />
      <PromoField
        value={typed}
        busy={busy}
        disabled={isDisabled}
        onChange={setTyped}
        onApply={() => void choose({ promoCode: typed.trim(), couponUid: undefined })}
        applied={code !== '' && code === typed.trim() && <Trans>Code applied.</Trans>}
        onRemove={() => {
          setTyped('')
          void choose({ promoCode: undefined })
        }}
        error={refused?.kind === 'promo' && refused.promoCode === typed.trim() && reason('promo', 'promo')}
      />
      {(pointsUsable > 0 || refused?.kind === 'points') && (
        <PointsField
          usable={pointsUsable}
          spent={applied.points ?? 0}
          busy={busy}
          disabled={isDisabled}
          isRefused={refused?.kind === 'points'}
          onChoose={(points) => void choose({ points: points > 0 ? points : undefined })}
        />
      )}
    </section>
  )
}

interface PointsProps {
  /** Points that could be spent on this order; one point is one won. */
  usable: number
  spent: number
  busy: boolean
  disabled: boolean
  isRefused: boolean
  onChoose: (points: number) => void
}

const textOf = (points: number): string => (points > 0 ? String(points) : '')

/** Renders how many points to spend, at most those that can be. */
function PointsField({ usable, spent, busy, disabled, isRefused, onChoose }: PointsProps) {
  const { t } = useLingui()
  const { number, price } = useFormat()
  const [typed, setTyped] = useState(textOf(spent))
  const [spentBefore, setSpentBefore] = useState(spent)
  // Shows what the server applied. With a new field in its place, the focus would be lost with the pressed button.
  if (spent !== spentBefore) {
    setSpentBefore(spent)
    setTyped(textOf(spent))
  }
  const wanted = Math.min(Number(typed.replaceAll(/\D/g, '')), usable)
  const most = number(usable)
  const off = price(spent)
  return (
    <Field
      id="pay-points"
      label={t`Points`}
      optional
      hint={spent > 0 ? <Trans>Points used: {off} off</Trans> : <Trans>You can use up to {most} points.</Trans>}
      error={isRefused && <Trans>These points cannot be used now. The price is shown without them.</Trans>}
    >
      {(control) => (
        <span className={styles.points}>
          <TextInput
            {...control}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (!disabled && wanted !== spent) onChoose(wanted)
            }}
          />
          <Button
            kind="outline"
            busy={busy}
            disabled={disabled}
            aria-disabled={wanted === spent}
            onClick={() => onChoose(wanted)}
          >
            <Trans>Apply</Trans>
          </Button>
          <Button
            kind="quiet"
            disabled={disabled}
            aria-disabled={spent === usable}
            onClick={() => busy || onChoose(usable)}
          >
            <Trans>Use all</Trans>
          </Button>
        </span>
      )}
    </Field>
  )
}
