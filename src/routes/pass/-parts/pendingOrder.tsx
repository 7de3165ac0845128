import { Trans } from '@lingui/react/macro'
import type { Order } from '#contract/calls/pass.ts'
import { RECONCILE_MS } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { LinkButton } from '#ui/button.tsx'
import { ConfirmingPayment } from '../../-shared/payment/confirmingPayment.tsx'

interface Props {
  ord: string
  order: Order | null
  /** The last poll failed. */
  hasFailed: boolean
  isSlow: boolean
  onRetry: () => void
}

/** Renders an order whose payment is not confirmed; it always ends in a pass or in no charge. */
export function PendingOrder({ ord, order, hasFailed, isSlow, onRetry }: Props) {
  const minutes = RECONCILE_MS / MINUTE_MS
  return (
    <ConfirmingPayment
      hasFailed={hasFailed}
      isSlow={isSlow}
      slow={
        <Trans>
          This is taking longer than usual. You can leave this page. In most cases, your order is settled within{' '}
          {minutes} minutes: what you bought will be in My Pass, or the order will be cancelled and any payment returned
          in full.
        </Trans>
      }
      unreachable={
        <Trans>
          We cannot check your order right now. If the payment is confirmed, what you bought will be in My Pass. If not,
          the order will be cancelled and any payment returned.
        </Trans>
      }
      onRetry={onRetry}
    >
      {(isSlow || hasFailed) && order?.payUrl && (
        <LinkButton to="/pass/paymentstep1" search={{ ord }} kind="outline" full>
          <Trans>Back to payment</Trans>
        </LinkButton>
      )}
    </ConfirmingPayment>
  )
}
