import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleSlash, Hourglass, Ticket, Undo2 } from 'lucide-react'
import type { Purchase } from '#data/purchases.ts'
import type { RefundItem } from '#data/refund.ts'
import { Tag } from '#ui/tag.tsx'

/** Renders the state of a refund request (spec 4.18). */
export function RefundTag({ state }: { state: RefundItem['state'] }) {
  if (state === 'requested')
    return (
      <Tag tone="amber" icon={Hourglass}>
        <Trans>Refund requested</Trans>
      </Tag>
    )
  return state === 'denied' ? (
    <Tag tone="red" icon={CircleSlash}>
      <Trans>Refund denied</Trans>
    </Tag>
  ) : (
    <Tag tone="kelp" icon={CircleCheck}>
      <Trans>Refund completed</Trans>
    </Tag>
  )
}

/** Renders the label of a purchase (spec 4.6) and the state of its latest refund request, which says more than `refund`. */
export function PurchaseTags({ purchase: { label, refundState = null } }: { purchase: Purchase }) {
  const { t } = useLingui()
  const labels = {
    unused: { text: t`Unused`, tone: 'harbour', icon: Ticket },
    used: { text: t`Used`, tone: 'neutral', icon: CircleCheck },
    cancelled: { text: t`Cancelled`, tone: 'neutral', icon: CircleSlash },
    refund: { text: t`Refund`, tone: 'neutral', icon: Undo2 },
  } as const
  const main = label !== null && !(label === 'refund' && refundState !== null) ? labels[label] : null
  return (
    <>
      {main && (
        <Tag tone={main.tone} icon={main.icon}>
          {main.text}
        </Tag>
      )}
      {refundState !== null && <RefundTag state={refundState} />}
    </>
  )
}
