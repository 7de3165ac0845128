import { Plural, Trans } from '@lingui/react/macro'
import { BadgeCheck, CalendarPlus, Hourglass, Ticket, Undo2 } from 'lucide-react'
import { RESERVE_ANSWER_MS } from '#contract/limits.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { PayInfo } from '#data/reserve.ts'
import { useFormat } from '#i18n/format.ts'
import { ActionBar } from '#ui/actionBar.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import order from '../payment/order.module.css'
import screen from '../screen.module.css'
import { GoodsTicket } from './goodsTicket.tsx'
import { goodsKindOf } from '#contract/rules/goodsAddress.ts'
import styles from './reserve.module.css'
import { saveReservationEvent } from './reservationEvent.ts'

/** Renders a paid reservation: confirmed, requested from the place, or ended since; and what happens next. */
export function BookedReservation({ payInfo: { reservation, amount } }: { payInfo: PayInfo }) {
  const { price, date } = useFormat()
  const now = useNow(MINUTE_MS)
  const { rsvtUid, rsvtNumber, state, guest, cancelUntil, priceSn } = reservation
  const kind = goodsKindOf(reservation.gdsTycd)
  const isRequested = state === 'requested'
  const isEnded = state === 'cancelled' || state === 'cancel_asked'
  const hours = RESERVE_ANSWER_MS / HOUR_MS
  return (
    <div className={styles.card} data-reservation={state}>
      <div className={order.outcome} data-tone={isEnded || isRequested ? 'amber' : 'kelp'} role="status">
        <h2>
          <Icon of={isEnded ? Undo2 : isRequested ? Hourglass : BadgeCheck} size={28} />
          {isEnded ? (
            <Trans>This reservation was cancelled</Trans>
          ) : isRequested ? (
            <Trans>Paid, waiting for the place to confirm</Trans>
          ) : (
            <Trans>Your reservation is confirmed</Trans>
          )}
        </h2>
        <p className={screen.lead}>
          {isEnded ? (
            <Trans>What you paid goes back to your card. Card companies usually need 7 to 14 working days.</Trans>
          ) : isRequested ? (
            <Plural
              value={hours}
              one="The place has # hour to answer. We will let you know in News and by email. If it does not confirm, you get the full amount back."
              other="The place has # hours to answer. We will let you know in News and by email. If it does not confirm, you get the full amount back."
            />
          ) : (
            <Trans>
              We have sent you an email. The voucher also works offline once you have opened it on this device.
            </Trans>
          )}
        </p>
      </div>
      <GoodsTicket
        kind={kind}
        title={reservation.goodsNm}
        option={reservation.optionNm}
        count={reservation.goodsCnt}
        priceSn={priceSn}
        startsAt={reservation.startsAt}
        endsAt={reservation.endsAt}
      />
      <dl className={styles.facts}>
        <div>
          <dt>
            <Trans>Reservation number</Trans>
          </dt>
          <dd className={styles.number}>{rsvtNumber}</dd>
        </div>
        <div>
          <dt>
            <Trans>Guest</Trans>
          </dt>
          <dd>{guest.name}</dd>
        </div>
        <div>
          <dt>
            <Trans>Total</Trans>
          </dt>
          <dd>{price(amount)}</dd>
        </div>
        {cancelUntil !== null && !isEnded && cancelUntil > now && (
          <div>
            <dt>
              <Trans>Free cancellation until</Trans>
            </dt>
            <dd>{date(cancelUntil, 'long')}</dd>
          </div>
        )}
      </dl>
      {!isEnded && (
        <div className={styles.next}>
          {priceSn !== 'open' && (
            <Button
              kind="outline"
              icon={CalendarPlus}
              full
              onClick={() => saveReservationEvent(reservation, now, `${location.origin}/myPage/reservations`)}
            >
              <Trans>Add to calendar</Trans>
            </Button>
          )}
          {!isRequested && (
            <LinkButton kind="outline" icon={Ticket} to="/myPage/voucher" search={{ rsvtUid }} full>
              <Trans>Show the voucher</Trans>
            </LinkButton>
          )}
        </div>
      )}
      <ActionBar>
        <LinkButton to="/myPage/reservations" search={{ rsvtUid }} full>
          <Trans>My reservations</Trans>
        </LinkButton>
      </ActionBar>
    </div>
  )
}
