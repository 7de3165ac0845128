import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import type { Outcome } from '#data/outcome.ts'
import { fetchPurchase, type PurchaseDetail } from '#data/purchases.ts'
import { fetchRefundReasons, type RefundReason } from '#data/refund.ts'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../../-shared/screen.module.css'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { useAnswer } from '../../../-shared/useAnswer.ts'
import { PurchaseError } from '../purchase/purchaseError.tsx'
import { useReservationOfOrder } from '../purchase/useReservationOfOrder.ts'
import { RefundForm } from './refundForm.tsx'

interface Needed {
  purchase: PurchaseDetail
  reasons: RefundReason[]
}

const fetchNeeded = async (ord: string): Promise<Outcome<Needed>> => {
  const [purchase, reasons] = await Promise.all([fetchPurchase(ord), fetchRefundReasons()])
  if (!purchase.ok) return purchase
  return reasons.ok ? { ok: true, data: { purchase: purchase.data, reasons: reasons.data } } : reasons
}

/** Renders the request for a refund of one order (spec 4.18, 5.9). Needs the server. */
export function RefundScreen({ ord }: { ord: string }) {
  const { state } = useSession()
  return (
    <main data-screen="/myPage/refund" data-wide className={screen.page}>
      <TopBar title={<Trans>Request a refund</Trans>} back="/myPage/purchaseHistory" />
      {state === 'locked' ? <SignInAgain returnTo={`/myPage/refund?ord=${ord}`} /> : <Request ord={ord} />}
    </main>
  )
}

function Request({ ord }: { ord: string }) {
  const { t } = useLingui()
  const { answer, failure, busy, reload } = useAnswer(() => fetchNeeded(ord))
  const back = (
    <LinkButton to="/myPage/purchase_detail" search={{ ord }} kind="outline" full>
      <Trans>Purchase details</Trans>
    </LinkButton>
  )
  if (answer?.purchase.units.some(({ refundYn }) => refundYn === 'Y'))
    return <RefundForm {...answer} onOutdated={reload} />
  if (answer?.purchase.kind === 'goods') return <CancelInstead ord={ord} back={back} />
  if (answer)
    return (
      <EmptyState
        scene={<Scene name="harbour" />}
        title={<Trans>Nothing to refund</Trans>}
        text={
          <Trans>
            No pass in this purchase can be refunded now. A pass cannot be refunded if it has been used or sent as a
            gift, or if a refund has already been requested.
          </Trans>
        }
        actions={back}
      />
    )
  if (failure) return <PurchaseError scene={<Scene name="harbour" />} failure={failure} busy={busy} onRetry={reload} />
  return (
    <>
      <LoadingLine label={t`Loading the purchase`} />
      <Skeleton height="5rem" radius="var(--radius-card)" />
      <Skeleton height="12rem" />
      <Skeleton height="9rem" />
    </>
  )
}

/** Renders that an order of goods is refunded by cancelling its reservation. */
function CancelInstead({ ord, back }: { ord: string; back: ReactNode }) {
  const reservation = useReservationOfOrder({ ordUid: ord })
  return (
    <EmptyState
      scene={<Scene name="harbour" />}
      title={<Trans>Cancel the reservation instead</Trans>}
      text={<Trans>To get your money back, cancel the reservation while free cancellation is still available.</Trans>}
      actions={
        <>
          <LinkButton to="/myPage/reservations" {...(reservation && { search: { rsvtUid: reservation.rsvtUid } })} full>
            <Trans>Open the reservation</Trans>
          </LinkButton>
          {back}
        </>
      }
    />
  )
}
