import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { GOODS_TYPE } from '#contract/codes.ts'
import { useOnline } from '#data/online.ts'
import type { GoodsVoucher, Reservation } from '#data/reservations.ts'
import { useFormat } from '#i18n/format.ts'
import { EmailText } from '#ui/email.tsx'
import { MapLinks } from '../../../-shared/detail/mapLinks.tsx'
import { useCancelText } from '../../../-shared/reserve/useCancelText.ts'
import { GoodsTicket } from '../../../-shared/reserve/goodsTicket.tsx'
import { goodsKindOf } from '#contract/rules/goodsAddress.ts'
import { NightLines } from '../../../-shared/reserve/nightLines.tsx'
import { Fact } from '../fact.tsx'
import { ReservationActions } from './reservationActions.tsx'
import { StateTag, TypeTag } from './reservationTags.tsx'
import styles from '../purchase/purchase.module.css'

interface Props {
  /** As it stands now, see `reservationAt`. */
  reservation: Reservation
  voucher: GoodsVoucher | undefined
  now: number
}

/** Renders one reservation: what happens next, when, for whom, where, and what can be done. Works offline. */
export function ReservationDetail({ reservation, voucher, now }: Props) {
  const { price, date } = useFormat()
  const cancelText = useCancelText()
  const online = useOnline()
  const { guest, wish, cancelUntil, state, paidAmount } = reservation
  const isLive = state === 'confirmed' || state === 'requested'
  const checks = voucher && reservation.gdsTycd === GOODS_TYPE.hotel ? voucher : null
  return (
    <div className={styles.details} data-reservation-detail={reservation.rsvtUid}>
      <GoodsTicket
        kind={goodsKindOf(reservation.gdsTycd)}
        title={reservation.goodsNm}
        option={reservation.optionNm}
        count={reservation.goodsCnt}
        priceSn={reservation.priceSn}
        startsAt={reservation.startsAt}
        endsAt={reservation.endsAt}
        end={
          <span className={styles.tags}>
            <StateTag badge={reservation.badge} />
            <TypeTag typeBadge={reservation.typeBadge} />
          </span>
        }
      />
      <p>
        <NextText reservation={reservation} />
      </p>
      <ReservationActions reservation={reservation} hasVoucher={voucher !== undefined} now={now} />
      {!online && (reservation.actions.length > 0 || isLive) && (
        <p className={styles.note}>
          <Trans>You are offline. You need a connection to pay, to cancel or to write a review.</Trans>
        </p>
      )}
      <section className={styles.block}>
        <h2>
          <Trans>Reservation details</Trans>
        </h2>
        <dl className={styles.facts}>
          <Fact label={<Trans>Reservation number</Trans>}>{reservation.rsvtNumber}</Fact>
          {checks?.checkIn && <Fact label={<Trans>Check-in</Trans>}>{checks.checkIn}</Fact>}
          {checks?.checkOut && <Fact label={<Trans>Check-out</Trans>}>{checks.checkOut}</Fact>}
          {reservation.nightPrices && <NightLines nightPrices={reservation.nightPrices} count={reservation.goodsCnt} />}
          {paidAmount !== reservation.amount && (
            <Fact label={<Trans>Price before discounts</Trans>}>{price(reservation.amount)}</Fact>
          )}
          {paidAmount !== undefined && <Fact label={<Trans>Total</Trans>}>{price(paidAmount)}</Fact>}
          {reservation.paidAt !== null && (
            <Fact label={<Trans>Payment date</Trans>}>{date(reservation.paidAt, 'long')}</Fact>
          )}
          {reservation.endedAt !== null && (
            <Fact label={<Trans>Ended</Trans>}>{date(reservation.endedAt, 'long')}</Fact>
          )}
        </dl>
        {isLive && (
          <p className={styles.note}>
            {state === 'requested' ? (
              <RequestedTerms cancelUntil={cancelUntil} now={now} />
            ) : (
              cancelText({ cancelUntil, cancelDays: null, confirmation: reservation.confirmation }, now)
            )}
          </p>
        )}
      </section>
      <section className={styles.block}>
        <h2>
          <Trans>Guest</Trans>
        </h2>
        <dl className={styles.facts}>
          <Fact label={<Trans>Guest’s name</Trans>}>{guest.name}</Fact>
          <Fact label={<Trans>Email address</Trans>}>
            <EmailText>{guest.email}</EmailText>
          </Fact>
          {guest.mobile && <Fact label={<Trans>Mobile number</Trans>}>{guest.mobile}</Fact>}
        </dl>
        {wish && (
          <Wish>
            <Trans>Special request</Trans>
            <br />
            {wish}
          </Wish>
        )}
      </section>
      {isLive && voucher?.lat != null && voucher.lon !== null && (
        <section className={styles.block}>
          <h2>
            <Trans>How to get there</Trans>
          </h2>
          <p lang="ko">{voucher.goodsNmKo}</p>
          <MapLinks name={voucher.goodsNmKo} lat={voucher.lat} lon={voucher.lon} />
        </section>
      )}
    </div>
  )
}

/** Renders until when a request is refunded in full: cancelling is free while the place has not confirmed it. */
function RequestedTerms({ cancelUntil, now }: { cancelUntil: number | null; now: number }) {
  const { date } = useFormat()
  if (cancelUntil === null || now >= cancelUntil)
    return <Trans>You can cancel for a full refund until the place confirms.</Trans>
  const until = date(cancelUntil, 'long')
  return (
    <Trans>
      You can cancel for a full refund until {until} (Korean time), and after that until the place confirms.
    </Trans>
  )
}

function Wish({ children }: { children: ReactNode }) {
  return <p className={styles.quote}>{children}</p>
}

/** Renders what a reservation waits for, or how it ended. */
function NextText({ reservation: { state, priceSn, ordUid, actions } }: { reservation: Reservation }) {
  switch (state) {
    case 'held':
      return ordUid === null ? (
        <Trans>
          We are holding this for you. If you do not pay in time, it will be released. You have not been charged.
        </Trans>
      ) : (
        <Trans>Your payment is not confirmed yet. If it does not arrive, nothing will be reserved or charged.</Trans>
      )
    case 'requested':
      return <Trans>You have paid. The place still has to confirm; if it does not, you get everything back.</Trans>
    case 'confirmed':
      // A voucher can be reviewed a day after its payment, and is still to be used.
      if (priceSn === 'open') return <Trans>Use your voucher before it expires: show it when you arrive.</Trans>
      return actions.includes('review') ? (
        <Trans>Have a good time! You can write a review now.</Trans>
      ) : (
        <Trans>Everything is set. Show the voucher when you arrive.</Trans>
      )
    case 'cancel_asked':
      return (
        <Trans>
          This reservation was cancelled. We are returning what you paid to your card. Card companies usually need 7 to
          14 working days.
        </Trans>
      )
    case 'cancelled':
      return <Trans>This reservation was cancelled. Anything that you paid was returned.</Trans>
    case 'lapsed':
      return (
        <Trans>
          The payment was not completed, so nothing was reserved. Anything that you paid will be returned in full.
        </Trans>
      )
    case 'used':
      return actions.includes('review') ? (
        <Trans>We hope you enjoyed it. Tell others how it was.</Trans>
      ) : (
        <Trans>This reservation is over.</Trans>
      )
    case 'reviewed':
      return <Trans>Thank you for your review.</Trans>
  }
}
