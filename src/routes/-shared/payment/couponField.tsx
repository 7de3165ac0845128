import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, TicketPercent } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/calls/pass.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Deadline } from '../coupon/deadline.tsx'
import screen from '../screen.module.css'
import styles from './coupon.module.css'

interface Props {
  /** The coupons that fit, the applied one (null: none), and what the applied discount takes off, KRW. */
  quote: Pick<Quote, 'coupons' | 'couponUid' | 'discount'>
  /** A promotion code is applied, which a coupon would replace. */
  replacesCode: boolean
  /** The coupon that was chosen can no longer be used. */
  isRefused: boolean
  busy: boolean
  /** The order may exist already, so its coupon cannot change. */
  disabled: boolean
  /** Called with the `couponUid`; undefined for no coupon. */
  onChoose: (couponUid: string | undefined) => void
}
const NONE = 'none'

/**
 * Offers the coupon that lowers the price most (the quote lists it first), and a sheet with all that fit and none.
 * Nothing is applied by itself (decision 0165). Nothing is rendered for a member without a coupon that fits.
 */
export function CouponField({ quote, replacesCode, isRefused, busy, disabled, onChoose }: Props) {
  const { t } = useLingui()
  const { price } = useFormat()
  const [open, setOpen] = useState(false)
  const { coupons, couponUid } = quote
  const field = useRef<HTMLDivElement>(null)
  const isChosen = useRef(false)
  useLayoutEffect(() => {
    // The pressed button may have gone with what it has changed; the focus then goes to the one in its place.
    if (isChosen.current && document.activeElement === document.body) field.current?.querySelector('button')?.focus()
    isChosen.current = false
  }, [couponUid])
  const choose = (chosen: string | undefined) => {
    isChosen.current = true
    onChoose(chosen)
  }
  const applied = coupons.find((each) => each.couponUid === couponUid)
  const offer = applied ?? coupons[0]
  const refused = isRefused && (
    <FieldError>
      <Trans>Your coupon cannot be used for this order. The price is shown without it.</Trans>
    </FieldError>
  )
  if (!offer) return refused || null
  const { name } = offer
  const off = price(applied ? quote.discount : offer.discount)
  return (
    <div ref={field} className={styles.field}>
      <p className={styles.offer} data-coupon={applied ? 'applied' : 'offered'} role="status">
        <Icon of={applied ? CircleCheck : TicketPercent} size={20} />
        <span>
          <strong>{name}</strong>
          <small>
            {applied ? <Trans>Coupon applied: {off} off</Trans> : <Trans>{off} off with your coupon</Trans>}
          </small>
        </span>
        {!applied && (
          <Button
            kind="outline"
            size="small"
            busy={busy}
            disabled={disabled}
            aria-label={t`Use the coupon: ${name}`}
            onClick={() => choose(offer.couponUid)}
          >
            <Trans>Use</Trans>
          </Button>
        )}
      </p>
      {refused}
      {!applied && replacesCode && (
        <p className={screen.second}>
          <Trans>If you use a coupon, it replaces the promotion code.</Trans>
        </p>
      )}
      {(applied || coupons.length > 1) && (
        <button
          type="button"
          className={screen.link}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={() => setOpen(true)}
        >
          {applied ? (
            <Trans>Change the coupon</Trans>
          ) : (
            <Plural value={coupons.length} one="See # coupon" other="See all # coupons" />
          )}
        </button>
      )}
      <Sheet
        quote={quote}
        open={open}
        onClose={() => setOpen(false)}
        onChoose={(chosen) => {
          if (chosen !== (couponUid ?? undefined)) choose(chosen)
        }}
      />
    </div>
  )
}

interface SheetProps extends Pick<Props, 'quote' | 'onChoose'> {
  open: boolean
  onClose: () => void
}

/** Renders the coupons that fit, each with the server's discount on this order, and the choice of none. */
function Sheet({ quote: { coupons, couponUid }, open, onClose, onChoose }: SheetProps) {
  const { t } = useLingui()
  const { price } = useFormat()
  const [picked, pick] = useState<string | null>(null)
  const value = picked ?? couponUid ?? coupons[0]?.couponUid ?? NONE
  const close = () => {
    pick(null)
    onClose()
  }
  const apply = () => {
    close()
    onChoose(value === NONE ? undefined : value)
  }
  return (
    <Dialog open={open} onClose={close} onEnter={apply} title={<Trans>Choose a coupon</Trans>}>
      <div className={styles.sheet}>
        <Choice
          label={t`Coupons for this order`}
          value={value}
          onChange={pick}
          options={[
            ...coupons.map((each) => ({
              value: each.couponUid,
              label: each.name,
              hint: (
                <>
                  −{price(each.discount)} · <Deadline expiresAt={each.expiresAt} days={each.daysLeft} />
                </>
              ),
            })),
            { value: NONE, label: t`No coupon` },
          ]}
        />
        <Button full onClick={apply}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
