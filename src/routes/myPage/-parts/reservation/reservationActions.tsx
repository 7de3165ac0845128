import { Trans } from '@lingui/react/macro'
import { CalendarPlus, MessageCircle, ReceiptText, RotateCcw, Star, Ticket, Wallet, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useOnline } from '#data/online.ts'
import type { Reservation } from '#data/reservations.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import type { IconType } from '#ui/icon.tsx'
import { goodsKindOf } from '#contract/rules/goodsAddress.ts'
import { goodsLink } from '../../../-shared/reserve/goodsPath.ts'
import { saveReservationEvent } from '../../../-shared/reserve/reservationEvent.ts'
import { CancelDialog } from './cancelDialog.tsx'
import styles from '../purchase/purchase.module.css'

interface Props {
  reservation: Reservation
  hasVoucher: boolean
  now: number
}

/** Renders what can be done with a reservation: pay, cancel and review as the rules allow, and what it has. */
export function ReservationActions({ reservation, hasVoucher, now }: Props) {
  const online = useOnline()
  const [isCancelling, setCancelling] = useState(false)
  const { rsvtUid, gdsUid, ordUid, actions, state, priceSn } = reservation
  const kind = goodsKindOf(reservation.gdsTycd)
  const isLive = state === 'confirmed' || state === 'requested'
  const isOver = state === 'lapsed' || state === 'cancelled'
  return (
    <div className={styles.actions}>
      {hasVoucher && state === 'confirmed' && (
        <LinkButton to="/myPage/voucher" search={{ rsvtUid }} icon={Ticket}>
          <Trans>Show the voucher</Trans>
        </LinkButton>
      )}
      {kind && actions.includes('pay') && (
        <OnlineLink {...goodsLink(kind, gdsUid, { step: 'pay', rsvtUid })} icon={Wallet}>
          <Trans>Pay now</Trans>
        </OnlineLink>
      )}
      {kind && actions.includes('review') && (
        <OnlineLink
          {...goodsLink(kind, gdsUid, { step: 'review', rsvtUid })}
          kind={state === 'used' ? 'primary' : 'outline'}
          icon={Star}
        >
          <Trans>Write a review</Trans>
        </OnlineLink>
      )}
      {isLive && priceSn !== 'open' && now < reservation.startsAt && (
        <Button
          kind="outline"
          icon={CalendarPlus}
          onClick={() => saveReservationEvent(reservation, now, location.href)}
        >
          <Trans>Add to calendar</Trans>
        </Button>
      )}
      {ordUid !== null && reservation.paidAt !== null && (
        <LinkButton kind="outline" icon={ReceiptText} to="/myPage/purchase_detail" search={{ ord: ordUid }}>
          <Trans>Order and receipt</Trans>
        </LinkButton>
      )}
      {kind && isOver && (
        <LinkButton kind="outline" icon={RotateCcw} {...goodsLink(kind, gdsUid)}>
          <Trans>Reserve again</Trans>
        </LinkButton>
      )}
      {!isOver && !actions.includes('cancel') && state !== 'reviewed' && (
        <LinkButton
          kind="outline"
          icon={MessageCircle}
          to="/service/inquiry"
          search={{ order: reservation.rsvtNumber }}
        >
          <Trans>Ask about this reservation</Trans>
        </LinkButton>
      )}
      {actions.includes('cancel') && (
        <Button kind="outline" icon={X} disabled={!online} onClick={() => setCancelling(true)}>
          <Trans>Cancel the reservation</Trans>
        </Button>
      )}
      <CancelDialog reservation={reservation} open={isCancelling} onClose={() => setCancelling(false)} />
    </div>
  )
}

interface OnlineLinkProps {
  to: string
  search: Record<string, unknown>
  icon: IconType
  kind?: 'primary' | 'outline'
  children: ReactNode
}

/** Renders a link to a step that needs a connection; without one, a button that cannot be pressed. */
function OnlineLink({ kind = 'primary', icon, children, ...way }: OnlineLinkProps) {
  const online = useOnline()
  return online ? (
    <LinkButton {...way} kind={kind} icon={icon}>
      {children}
    </LinkButton>
  ) : (
    <Button kind={kind} icon={icon} disabled>
      {children}
    </Button>
  )
}
