import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { SECOND_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import type { GoodsChoice, Reservation } from '#data/reserve.ts'
import { useSession } from '#data/session.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import { OpenOrder } from './openOrder.tsx'
import { PayForm } from './payForm.tsx'
import { ReserveFrame } from './reserveFrame.tsx'
import { lastChoiceOf } from './reserveDraft.ts'
import { usePayInfo } from './usePayInfo.ts'

interface Props {
  goodsId: string
  rsvtUid: string
}

/** Renders the second step of a reservation: the payment of what is held. */
export function PayScreen({ address, goodsId, rsvtUid }: Props & { address: string }) {
  const { state, user } = useSession()
  const { href } = useLocation()
  const online = useOnline()
  if (state === 'anonymous') return <Navigate to="/login" search={{ returnTo: href }} replace />
  return (
    <ReserveFrame address={address} step="pay" goodsId={goodsId} isLocked={state === 'locked'}>
      {!online && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>You are offline. You need a connection to pay.</Trans>
        </Banner>
      )}
      {user ? <Held key={rsvtUid} goodsId={goodsId} rsvtUid={rsvtUid} memberId={user.memberId} /> : <Loading />}
    </ReserveFrame>
  )
}

function Loading() {
  const { t } = useLingui()
  return (
    <>
      <LoadingLine label={t`Loading the payment`} />
      <Skeleton height="3.5rem" />
      <Skeleton height="7rem" radius="var(--radius-card)" />
      <Skeleton height="9rem" />
    </>
  )
}

/** Returns what was chosen, to choose it once more. */
const choiceOf = ({ goodsDtlId, priceSn, goodsCnt }: Reservation): GoodsChoice => ({
  option: goodsDtlId,
  priceSn,
  count: goodsCnt,
})

function Held({ goodsId, rsvtUid, memberId }: Props & { memberId: string }) {
  const paying = usePayInfo(memberId, rsvtUid)
  const now = useNow(SECOND_MS)
  const { payInfo, failure, busy } = paying
  if (payInfo) {
    const { reservation, order } = payInfo
    if (order && order.state !== 'pending') return <ToResult goodsId={goodsId} rsvtUid={rsvtUid} />
    if (order) return <OpenOrder goodsId={goodsId} paying={paying} order={order} memberId={memberId} />
    if (reservation.state !== 'held') return <ToResult goodsId={goodsId} rsvtUid={rsvtUid} />
    const isOver = now >= (reservation.holdUntil ?? 0) || failure?.code === 'E_HOLD_OVER'
    return isOver ? (
      <HoldOver goodsId={goodsId} choice={choiceOf(reservation)} />
    ) : (
      <PayForm goodsId={goodsId} memberId={memberId} paying={paying} payInfo={payInfo} />
    )
  }
  if (failure?.code === 'E_HOLD_OVER') return <HoldOver goodsId={goodsId} choice={lastChoiceOf(memberId)} />
  if (failure && !busy) return <NoPayment failure={failure} onRetry={() => void paying.reload()} />
  return <Loading />
}

function ToResult({ goodsId, rsvtUid }: Props) {
  const kind = useGoodsKind()
  return <Navigate {...goodsLink(kind, goodsId, { step: 'done', rsvtUid })} replace />
}

/** Renders that the hold is over, and the way to price and hold the same once more. */
export function HoldOver({ goodsId, choice }: { goodsId: string; choice: GoodsChoice | null }) {
  const kind = useGoodsKind()
  return (
    <ErrorState
      scene={<Scene name="harbour" />}
      title={<Trans>Your reservation is no longer held</Trans>}
      text={
        <Trans>You have not been charged. We have kept what you typed, so you can start the reservation again.</Trans>
      }
      actions={
        <>
          {choice && (
            <LinkButton {...goodsLink(kind, goodsId, { step: 'reserve', ...choice })} replace full>
              <Trans>Check the price again</Trans>
            </LinkButton>
          )}
          <LinkButton {...goodsLink(kind, goodsId)} kind={choice ? 'outline' : 'primary'} full>
            <Trans>Choose another date or option</Trans>
          </LinkButton>
        </>
      }
    />
  )
}

/** Renders why the payment could not be loaded. */
export function NoPayment({ failure, onRetry }: { failure: FailedOutcome; onRetry: () => void }) {
  const errorText = useErrorText()
  const isMissing = failure.code === 'E_NOT_FOUND'
  return (
    <ErrorState
      scene={<Scene name="cablecar" />}
      title={isMissing ? <Trans>Reservation not found</Trans> : <Trans>We could not look up your reservation</Trans>}
      text={
        isMissing ? (
          <Trans>
            There is no such reservation in your account. If you reserved with another account, sign in with that one.
          </Trans>
        ) : (
          errorText(failure)
        )
      }
      onRetry={isMissing ? undefined : onRetry}
      actions={
        <LinkButton to="/myPage/reservations" kind={isMissing ? 'primary' : 'outline'} full>
          <Trans>My reservations</Trans>
        </LinkButton>
      }
    />
  )
}
