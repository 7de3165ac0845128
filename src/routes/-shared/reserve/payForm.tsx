import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { payReservation, type PayInfo } from '#data/reserve.ts'
import { Icon } from '#ui/icon.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import { Countdown } from '../countdown.tsx'
import { CheckoutForm, ContactLines } from '../payment/checkoutForm.tsx'
import { NO_ORDER_CODES } from '../payment/noOrder.ts'
import payment from '../payment/payment.module.css'
import { openPaymentPage } from '../payment/paymentRedirect.ts'
import { useCheckout } from '../payment/useCheckout.ts'
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

/** Renders the payment of a held reservation: discount, points, method, agreement. Repeated presses make one order. */
export function PayForm({ goodsId, memberId, paying, payInfo }: Props) {
  const { t } = useLingui()
  const kind = useGoodsKind()
  const now = useNow(MINUTE_MS)
  const cancelText = useCancelText()
  const { reservation, methods, sum, discount, points, amount } = payInfo
  const { rsvtUid, guest } = reservation
  /** An order may exist: its discounts cannot change. */
  const [isHeld, setHeld] = useState(false)
  const policy: CancelPolicy = {
    cancelUntil: reservation.cancelUntil,
    // A held voucher has no date yet: it is refunded for a day from its payment.
    cancelDays: reservation.typeBadge === 'voucher' ? 1 : null,
    confirmation: reservation.confirmation,
  }
  const checkout = useCheckout({
    subject: rsvtUid,
    methods,
    before: paymentOf(memberId, rsvtUid).method,
    isPricing: paying.busy,
    order: async (method) => {
      keepPayment(memberId, rsvtUid, { method })
      const outcome = await payReservation(rsvtUid, { ...paying.applied, method })
      if (!outcome.ok) return outcome
      // The screen of an order that is not decided: Back from the bank leads to it.
      paying.adopt(outcome.data)
      if (outcome.data.order) openPaymentPage(outcome.data.order)
      return null
    },
    onFailure: ({ code }) => {
      const hasNoOrder = NO_ORDER_CODES.has(code)
      setHeld(!hasNoOrder)
      if (hasNoOrder) void paying.reload()
    },
  })
  return (
    <CheckoutForm
      checkout={checkout}
      sum={sum}
      amount={amount}
      methodNote={<Trans>Cards issued in Korea are not accepted.</Trans>}
      onMethod={(method) => keepPayment(memberId, rsvtUid, { method })}
      agreement={
        <>
          <Trans>I confirm my reservation and agree to the cancellation terms:</Trans>
          <SentenceSpace />
          {cancelText(policy, now)}
          {reservation.codeYn === 'Y' && (
            <>
              <SentenceSpace />
              <Trans>Once you have seen the code, it counts as delivered: you can no longer cancel for a refund.</Trans>
            </>
          )}
        </>
      }
      terms={(isOpen, close) => <CancelTermsDialog policy={policy} now={now} open={isOpen} onClose={close} />}
      summary={
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
            nightPrices={reservation.nightPrices}
            count={reservation.goodsCnt}
            discount={discount}
            points={points}
            amount={amount}
          />
        </div>
      }
      messages={<PayMessages paying={paying} failure={checkout.failure} isPaying={checkout.isPaying} />}
      onReload={() => void paying.reload()}
    >
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
        <ContactLines of={guest} />
        {reservation.wish && <p className={screen.second}>{reservation.wish}</p>}
      </section>
      <DiscountFields paying={paying} payInfo={payInfo} isDisabled={isHeld || checkout.isPaying} />
    </CheckoutForm>
  )
}
