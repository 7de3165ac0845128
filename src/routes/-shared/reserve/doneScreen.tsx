import { useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { checkPayment, fetchPaidReservation, type PayInfo } from '#data/reserve.ts'
import { useSession } from '#data/session.ts'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { usePolled } from '../payment/usePolled.ts'
import { BookedReservation } from './bookedReservation.tsx'
import { HoldOver, NoPayment } from './payScreen.tsx'
import { PendingPayment } from './pendingPayment.tsx'
import { ReserveFrame } from './reserveFrame.tsx'
import { finishReserving, lastChoiceOf } from './reserveDraft.ts'
import { UnpaidReservation } from './unpaidReservation.tsx'

interface Props {
  goodsId: string
  rsvtUid: string
}

/** Renders the last step of a reservation: how its payment ended, and what happens next. */
export function DoneScreen({ address, goodsId, rsvtUid }: Props & { address: string }) {
  const { state, user } = useSession()
  const { href } = useLocation()
  if (state === 'anonymous') return <Navigate to="/login" search={{ returnTo: href }} replace />
  return (
    <ReserveFrame address={address} step="done" goodsId={goodsId} isLocked={state === 'locked'}>
      {user && <Outcome key={rsvtUid} goodsId={goodsId} rsvtUid={rsvtUid} memberId={user.memberId} />}
    </ReserveFrame>
  )
}

const isDecided = ({ reservation: { state }, order }: PayInfo): boolean =>
  order ? order.state !== 'pending' : state !== 'held'

function Outcome({ goodsId, rsvtUid, memberId }: Props & { memberId: string }) {
  const { t } = useLingui()
  const { answer, failure, isSlow, retry } = usePolled({
    key: rsvtUid,
    fetch: () => fetchPaidReservation(rsvtUid),
    isSettled: isDecided,
    isFinal: ({ code }) => code === 'E_HOLD_OVER',
  })
  const isPaid = answer?.order?.state === 'paid'
  useEffect(() => {
    if (isPaid) finishReserving(memberId)
  }, [isPaid, memberId])
  /** Has the server look at the gateway, then asks how the payment stands. */
  const check = async () => {
    if (answer?.order) await checkPayment(answer.order.ordUid)
    retry()
  }
  if (failure?.code === 'E_HOLD_OVER') return <HoldOver goodsId={goodsId} choice={lastChoiceOf(memberId)} />
  if (!answer && failure) return <NoPayment failure={failure} onRetry={retry} />
  if (!answer)
    return (
      <>
        <LoadingLine label={t`Confirming your payment`} />
        <Skeleton height="7rem" radius="var(--radius-card)" />
        <Skeleton height="9rem" />
      </>
    )
  if (!isDecided(answer))
    return (
      <PendingPayment
        goodsId={goodsId}
        payInfo={answer}
        hasFailed={failure !== null}
        isSlow={isSlow}
        onRetry={() => void check()}
      />
    )
  return isPaid ? (
    <BookedReservation payInfo={answer} />
  ) : (
    <UnpaidReservation goodsId={goodsId} memberId={memberId} payInfo={answer} />
  )
}
