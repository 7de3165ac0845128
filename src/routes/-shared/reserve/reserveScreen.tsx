import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, useLocation } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { serverNow } from '#data/clock.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { fetchUserInfo, type GoodsChoice } from '#data/reserve.ts'
import { useSession } from '#data/session.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { isChoiceRefused } from '../payment/lastPrice.ts'
import { useAnswer } from '../useAnswer.ts'
import { GuestForm } from './guestForm.tsx'
import { goodsLink, useGoodsKind } from './goodsPath.ts'
import { holdOf } from './reserveDraft.ts'
import { ReserveFrame } from './reserveFrame.tsx'
import { useGoodsQuote } from './useGoodsQuote.ts'
import { LazyReference } from '../lazyReference.tsx'

export interface ReserveProps extends GoodsChoice {
  /** The `data-screen` of the goods. */
  address: string
  goodsId: string
}

/**
 * Renders the first step of a reservation: what is reserved, for whom, and until when it can be cancelled. Visitors sign
 * in first and come back to this step.
 */
export function ReserveScreen({ address, goodsId, ...choice }: ReserveProps) {
  const { state, user } = useSession()
  const { href } = useLocation()
  const online = useOnline()
  if (state === 'anonymous') return <Navigate to="/login" search={{ returnTo: href }} replace />
  return (
    <ReserveFrame address={address} step="reserve" goodsId={goodsId} isLocked={state === 'locked'}>
      {!online && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>You are offline. You need a connection to reserve. We will keep what you type.</Trans>
        </Banner>
      )}
      {user ? (
        <Priced
          key={`${choice.option} ${choice.priceSn} ${choice.count}`}
          goodsId={goodsId}
          memberId={user.memberId}
          choice={choice}
        />
      ) : (
        <Loading />
      )}
    </ReserveFrame>
  )
}

function Loading() {
  const { t } = useLingui()
  return (
    <>
      <LoadingLine label={t`Getting the price`} />
      <Skeleton height="7rem" radius="var(--radius-card)" />
      <Skeleton height="12rem" />
      <Skeleton height="6rem" />
    </>
  )
}

function Priced({ goodsId, memberId, choice }: { goodsId: string; memberId: string; choice: GoodsChoice }) {
  const pricing = useGoodsQuote(memberId, choice)
  const member = useAnswer(fetchUserInfo)
  const failure = pricing.failure ?? member.failure
  if (pricing.quote && member.answer)
    return (
      <GuestForm
        goodsId={goodsId}
        memberId={memberId}
        choice={choice}
        member={member.answer}
        pricing={{ ...pricing, quote: pricing.quote }}
      />
    )
  if (!failure || pricing.busy || member.busy) return <Loading />
  const retry = () => {
    if (pricing.failure) void pricing.renew()
    if (member.failure) member.reload()
  }
  const held = failure.code === 'E_NO_ROOM' && holdOf(memberId, choice, serverNow())
  if (held) return <Held goodsId={goodsId} rsvtUid={held.rsvtUid} />
  return <NoPrice goodsId={goodsId} failure={failure} onRetry={retry} />
}

/** Renders that this tab holds the choice itself and has begun its payment, so that nobody can reserve it again. */
function Held({ goodsId, rsvtUid }: { goodsId: string; rsvtUid: string }) {
  const kind = useGoodsKind()
  return (
    <EmptyState
      scene={<Scene name="cablecar" />}
      title={<Trans>We are holding this for you</Trans>}
      text={<Trans>Continue to payment to complete your reservation.</Trans>}
      actions={
        <LinkButton {...goodsLink(kind, goodsId, { step: 'pay', rsvtUid })} full>
          <Trans>Continue to payment</Trans>
        </LinkButton>
      }
    />
  )
}

/** Renders why there is no price: sold out meanwhile, not on sale, or no answer. */
export function NoPrice({
  goodsId,
  failure,
  onRetry,
}: {
  goodsId: string
  failure: FailedOutcome
  onRetry: () => void
}) {
  const errorText = useErrorText()
  const kind = useGoodsKind()
  /** The same choice cannot be reserved: another one must be made. */
  const isAnew = isChoiceRefused(failure) || failure.code === 'E_INPUT'
  return (
    <ErrorState
      scene={<Scene name="cablecar" />}
      title={
        failure.code === 'E_NO_ROOM' ? (
          <Trans>Your choice is no longer available</Trans>
        ) : (
          <Trans>Could not get the price</Trans>
        )
      }
      text={errorText(failure)}
      code={failure.reference && <LazyReference id={failure.reference} />}
      onRetry={isAnew ? undefined : onRetry}
      actions={
        <LinkButton {...goodsLink(kind, goodsId)} kind={isAnew ? 'primary' : 'outline'} full>
          <Trans>Choose another date or option</Trans>
        </LinkButton>
      }
    />
  )
}
