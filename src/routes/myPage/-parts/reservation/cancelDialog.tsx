import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FailedOutcome } from '#data/outcome.ts'
import { usePurchases } from '#data/purchases.ts'
import { cancelReservation } from '#data/reserve.ts'
import type { Reservation } from '#data/reservations.ts'
import { useFormat } from '#i18n/format.ts'
import { useToast } from '#ui/useToast.ts'
import { ConfirmDialog } from '../../../-shared/confirmDialog.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'

interface Props {
  reservation: Reservation
  open: boolean
  onClose: () => void
}

/** Asks before a reservation is cancelled, and says what comes back. A repeated press cancels once. */
export function CancelDialog({ reservation, open, onClose }: Props) {
  const { t } = useLingui()
  const { price } = useFormat()
  const toast = useToast()
  const paid = usePurchases().list.find(({ ordUid }) => ordUid === reservation.ordUid)
  const key = useRef<string | null>(null)
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const { rsvtUid, goodsNm } = reservation
  const isPaid = reservation.paidAt !== null
  const amount = paid && price(paid.amount)
  const cancel = async () => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setFailure(null)
    key.current ??= crypto.randomUUID()
    const outcome = await cancelReservation(rsvtUid, key.current)
    isSending.current = false
    setBusy(false)
    // A refusal is the answer of this key; another try is another request.
    if (outcome.ok || outcome.code !== 'OFFLINE') key.current = null
    if (!outcome.ok) return setFailure(outcome)
    onClose()
    toast({ text: t`Reservation cancelled`, icon: Check })
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Cancel this reservation?</Trans>}
      confirmLabel={<Trans>Cancel the reservation</Trans>}
      danger
      busy={busy}
      onConfirm={() => void cancel()}
    >
      <p>
        <strong>{goodsNm}</strong>
      </p>
      <p>
        {!isPaid ? (
          <Trans>You have not been charged. If a payment still arrives, we will return it in full.</Trans>
        ) : amount === undefined ? (
          <Trans>You get back everything you paid. Card companies usually need 7 to 14 working days.</Trans>
        ) : (
          <Trans>You get {amount} back on your card. Card companies usually need 7 to 14 working days.</Trans>
        )}
      </p>
      {isPaid && (
        <p>
          <Trans>
            You get back any points you spent. You also get your coupon back, unless it has expired or you keep other
            items from the same cart.
          </Trans>
        </p>
      )}
      <p>
        <Trans>We will release your reservation immediately. This cannot be undone.</Trans>
      </p>
      <FailureBanner failure={failure} />
    </ConfirmDialog>
  )
}
