import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { payReservation, type PayInfo } from '#data/reserve.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmailText } from '#ui/email.tsx'
import { ErrorSummary } from '#ui/errorSummary.tsx'
import { Icon } from '#ui/icon.tsx'
import { Countdown } from '../countdown.tsx'
import { useFieldErrorText } from '../formErrors.ts'
import { MethodField, useFirstMethod } from '../payment/methodField.tsx'
import payment from '../payment/payment.module.css'
import { openPaymentPage } from '../payment/paymentRedirect.ts'
import screen from '../screen.module.css'
import { CancelTermsDialog } from './cancelTerms.tsx'
import { useCancelText, type CancelPolicy } from './useCancelText.ts'
import { DiscountFields } from './discountFields.tsx'
import { GoodsTicket, nightsOf } from './goodsTicket.tsx'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import { PayMessages } from './payMessages.tsx'
import { PriceLines } from './priceLines.tsx'
import { keepPayment, paymentOf } from './reserveDraft.ts'
import type { Paying } from './usePayInfo.ts'
import styles from './reserve.module.css'

interface Props {
  goodsId: string
  memberId: string
  paying: Paying
  payInfo: PayInfo
}

/** Codes after which no order exists: nothing was charged, and the sum may have changed. */
const NO_ORDER_CODES = new Set<string>(['E_COUPON', 'E_PROMO_CODE', 'E_POINTS', 'E_HOLD_OVER', 'E_NOT_ON_SALE'])

/** Renders the payment of a held reservation: discount, points, method, agreement. Repeated presses make one order. */
export function PayForm({ goodsId, memberId, paying, payInfo }: Props) {
  const { t } = useLingui()
  const { price } = useFormat()
  const reason = useFieldErrorText()
  const kind = useGoodsKind()
  const now = useNow(MINUTE_MS)
  const cancelText = useCancelText()
  const { reservation, methods, sum, discount, points, amount } = payInfo
  const { rsvtUid, guest } = reservation
  const [method, setMethod] = useState(useFirstMethod(methods, paymentOf(memberId, rsvtUid).method))
  const [isAgreed, setAgreed] = useState(false)
  const [tries, setTries] = useState(0)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [isPaying, setPaying] = useState(false)
  /** An order may exist: its discounts cannot change. */
  const [isHeld, setHeld] = useState(false)
  const [reading, setReading] = useState(false)
  const isLocked = useRef(false)
  const total = price(amount)
  const policy: CancelPolicy = {
    cancelUntil: reservation.cancelUntil,
    // A held voucher has no date yet: it is refunded for a day from its payment.
    cancelDays: reservation.typeBadge === 'voucher' ? 1 : null,
    confirmation: reservation.confirmation,
  }
  const missing =
    tries > 0 ? [!method && ('method' as const), !isAgreed && ('agreement' as const)].filter((name) => !!name) : []

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    setFailure(null)
    if (!method || !isAgreed || isLocked.current || paying.busy) return
    isLocked.current = true
    setPaying(true)
    keepPayment(memberId, rsvtUid, { method })
    const outcome = await payReservation(rsvtUid, { ...paying.applied, method })
    if (outcome.ok && outcome.data.order) {
      // The screen of an order that is not decided: Back from the bank leads to it.
      paying.adopt(outcome.data)
      openPaymentPage(outcome.data.order)
      return
    }
    isLocked.current = false
    setPaying(false)
    if (outcome.ok) return
    setFailure(outcome)
    const hasNoOrder = NO_ORDER_CODES.has(outcome.code)
    setHeld(!hasNoOrder)
    if (hasNoOrder) await paying.reload()
  }
  return (
    <form onSubmit={(event) => void pay(event)} noValidate className={payment.checkout}>
      <div className={payment.fields}>
        <ErrorSummary
          key={tries}
          errors={missing.map((name) => ({ id: `pay-${name}`, message: reason(name, name) }))}
        />
        <p className={styles.hold} data-hold>
          <Icon of={Hourglass} size={20} />
          <span>
            <Trans>We are holding this for you</Trans>
          </span>
          <Countdown until={reservation.holdUntil ?? 0} className={styles.clock} />
        </p>
        <section className={payment.block}>
          <div className={screen.line}>
            <h2>
              <Trans>Guest</Trans>
            </h2>
            <Link
              {...goodsLink(kind, goodsId, {
                step: 'reserve',
                option: reservation.goodsDtlId,
                priceSn: reservation.priceSn,
                count: reservation.goodsCnt,
              })}
              className={screen.link}
              aria-label={t`Edit the guest’s details`}
            >
              <Trans>Edit</Trans>
            </Link>
          </div>
          <p>
            {guest.name}
            <br />
            <span className={screen.second}>
              <EmailText>{guest.email}</EmailText>
              {guest.mobile && ` · ${guest.mobile}`}
            </span>
          </p>
          {reservation.wish && <p className={screen.second}>{reservation.wish}</p>}
        </section>
        <DiscountFields paying={paying} payInfo={payInfo} isDisabled={isHeld || isPaying} />
        <MethodField
          methods={methods}
          value={method}
          onChange={(value) => {
            setMethod(value)
            keepPayment(memberId, rsvtUid, { method: value })
          }}
          error={missing.includes('method') && reason('method', 'method')}
        >
          <Trans>Cards issued in Korea are not accepted.</Trans>
        </MethodField>
        <div>
          <Checkbox
            id="pay-agreement"
            checked={isAgreed}
            onChange={(event) => setAgreed(event.target.checked)}
            label={
              <>
                <Trans>I confirm my reservation and agree to the cancellation terms:</Trans> {cancelText(policy, now)}
              </>
            }
            error={missing.includes('agreement') && reason('agreement', 'agreement')}
            aria-required
          />
          <button type="button" className={screen.link} onClick={() => setReading(true)}>
            <Trans>Read the cancellation terms</Trans>
          </button>
        </div>
      </div>
      <div className={payment.summary}>
        <div className={styles.summaryCard}>
          <GoodsTicket
            kind={kind}
            title={reservation.goodsNm}
            option={reservation.optionNm}
            count={reservation.goodsCnt}
            priceSn={reservation.priceSn}
            startsAt={reservation.startsAt}
            endsAt={reservation.endsAt}
          />
          <PriceLines
            kind={kind}
            unitPrice={sum / reservation.goodsCnt}
            nights={nightsOf(reservation)}
            count={reservation.goodsCnt}
            discount={discount}
            points={points}
            amount={amount}
          />
        </div>
        <ActionBar className={payment.pay}>
          <PayMessages paying={paying} failure={failure} isPaying={isPaying} />
          <p className={payment.total} aria-live="polite">
            <span>{sum > amount ? <Trans>Total after discount</Trans> : <Trans>Total</Trans>}</span>
            <strong>{total}</strong>
          </p>
          {methods.length > 0 ? (
            <Button type="submit" full busy={isPaying || paying.busy}>
              <Trans>Pay {total}</Trans>
            </Button>
          ) : (
            <Button full busy={paying.busy} onClick={() => void paying.reload()}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </ActionBar>
      </div>
      <CancelTermsDialog policy={policy} now={now} open={reading} onClose={() => setReading(false)} />
    </form>
  )
}
