import { Trans } from '@lingui/react/macro'
import { CalendarCheck, Download, MessageCircle, ReceiptText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useOnline } from '#data/online.ts'
import type { Purchase, PurchaseDetail } from '#data/purchases.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import { ReceiptDialog } from './receiptDialog.tsx'
import { useReservationOfOrder } from './useReservationOfOrder.ts'
import { useReceiptPdf } from './useReceiptPdf.ts'
import styles from './purchase.module.css'

interface Props {
  purchase: Purchase
  /** The complete purchase; null while the server has not sent it. */
  detail: PurchaseDetail | null
}

/** Renders what can be done with a purchase: receipt, refund, inquiry. What cannot be done now says why. */
export function PurchaseActions({ purchase, detail }: Props) {
  const online = useOnline()
  const [open, setOpen] = useState(false)
  const pdf = useReceiptPdf(purchase)
  const reservation = useReservationOfOrder(purchase)
  const mayRefund = detail?.units.some(({ refundYn }) => refundYn === 'Y') ?? false
  return (
    <section className={styles.block}>
      <div className={styles.actions}>
        <Button kind="outline" icon={ReceiptText} disabled={!detail} onClick={() => setOpen(true)}>
          <Trans>Receipt</Trans>
        </Button>
        <Button kind="outline" icon={Download} disabled={!online} busy={pdf.busy} onClick={() => void pdf.download()}>
          <Trans>Receipt (PDF)</Trans>
        </Button>
        <LinkButton kind="outline" icon={MessageCircle} to="/service/inquiry" search={{ order: purchase.orderNumber }}>
          <Trans>Ask about this purchase</Trans>
        </LinkButton>
        {reservation && (
          <LinkButton
            kind="outline"
            icon={CalendarCheck}
            to="/myPage/reservations"
            search={{ rsvtUid: reservation.rsvtUid }}
          >
            <Trans>Open the reservation</Trans>
          </LinkButton>
        )}
        {mayRefund && online && (
          <LinkButton kind="outline" icon={Undo2} to="/myPage/refund" search={{ ord: purchase.ordUid }}>
            <Trans>Request a refund</Trans>
          </LinkButton>
        )}
        {mayRefund && !online && (
          <Button kind="outline" icon={Undo2} disabled>
            <Trans>Request a refund</Trans>
          </Button>
        )}
      </div>
      <FailureBanner failure={pdf.failure} />
      {!online && (
        <p className={styles.note}>
          <Trans>You are offline. You need a connection to get the receipt or request a refund.</Trans>
        </p>
      )}
      {reservation?.actions.includes('cancel') && (
        <p className={styles.note}>
          <Trans>To get your money back, cancel the reservation.</Trans>
        </p>
      )}
      {detail && !mayRefund && detail.kind === 'pass' && (
        <p className={styles.note}>
          <Trans>
            No pass in this purchase can be refunded now. A pass cannot be refunded if it has been used or sent as a
            gift, or if a refund has already been requested.
          </Trans>
        </p>
      )}
      {detail && <ReceiptDialog purchase={detail} open={open} onClose={() => setOpen(false)} />}
    </section>
  )
}
