import { Trans } from '@lingui/react/macro'
import { RECONCILE_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { PayInfo } from '#data/reserve.ts'
import { LinkButton } from '#ui/button.tsx'
import { ConfirmingPayment } from '../payment/confirmingPayment.tsx'
import { goodsLink, useGoodsKind } from './goodsPath.ts'

interface Props {
  goodsId: string
  payInfo: PayInfo
  /** The last poll failed. */
  hasFailed: boolean
  isSlow: boolean
  onRetry: () => void
}

/** Renders a reservation whose payment is not confirmed; it always ends in a reservation or in no charge. */
export function PendingPayment({ goodsId, payInfo: { reservation, order }, hasFailed, isSlow, onRetry }: Props) {
  const kind = useGoodsKind()
  const minutes = RECONCILE_MS / MINUTE_MS
  const { rsvtUid } = reservation
  // A reservation without an order waits for nothing: the visitor looks again, or pays.
  const isStuck = isSlow || hasFailed || !order
  return (
    <ConfirmingPayment
      hasFailed={hasFailed}
      isSlow={isSlow}
      isStuck={isStuck}
      slow={
        <Trans>
          This is taking longer than usual. You can leave this page. Either your reservation will be confirmed or the
          order will be cancelled, usually within {minutes} minutes. Any payment for a cancelled order will be returned
          in full.
        </Trans>
      }
      unreachable={
        <Trans>
          We cannot check your payment right now. If it is confirmed, you will find your reservation in My Page. If not,
          the order will be cancelled and any payment returned.
        </Trans>
      }
      onRetry={onRetry}
    >
      {isStuck && (order?.payUrl || !order) && (
        <LinkButton {...goodsLink(kind, goodsId, { step: 'pay', rsvtUid })} kind="outline" full>
          <Trans>Back to payment</Trans>
        </LinkButton>
      )}
    </ConfirmingPayment>
  )
}
