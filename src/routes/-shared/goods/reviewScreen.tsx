import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { GoodsDetail } from '#data/goods.ts'
import { useSession } from '#data/session.ts'
import { LoadingLine } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../screen.module.css'
import { ReviewForm } from './reviewForm.tsx'

interface Props {
  address: string
  goods: GoodsDetail
  /** The reservation that is reviewed. */
  rsvtUid: string | undefined
}

/** `?step=review&rsvtUid=`: writes the review of a reservation. Members only; others sign in and come back. */
export function ReviewScreen({ address, goods, rsvtUid }: Props) {
  const { t } = useLingui()
  const { state } = useSession()
  const router = useRouter()
  const navigate = useNavigate()
  const isVisitor = state === 'anonymous' || state === 'locked'
  useEffect(() => {
    if (!isVisitor) return
    const returnTo = router.latestLocation.href
    void navigate({ to: '/login', search: { returnTo }, replace: true })
  }, [isVisitor, navigate, router])
  if (rsvtUid === undefined && goods.kind !== 'pass')
    return <Navigate to={`/${goods.kind}/$goodsId`} params={{ goodsId: goods.gdsUid }} replace />
  return (
    <main data-screen={address} data-step="review" className={screen.page}>
      <TopBar title={<Trans>Write a review</Trans>} back="/myPage" />
      <p className={screen.lead}>{goods.name}</p>
      {state === 'member' && rsvtUid !== undefined ? (
        <ReviewForm goods={goods} rsvtUid={rsvtUid} />
      ) : (
        <LoadingLine label={t`Loading`} />
      )}
    </main>
  )
}
