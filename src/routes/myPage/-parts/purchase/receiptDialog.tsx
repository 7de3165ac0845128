import { Trans } from '@lingui/react/macro'
import { Printer } from 'lucide-react'
import type { PurchaseDetail } from '#data/purchases.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { BRAND } from '../../../-shared/layout.ts'
import { PriceLines } from './priceLines.tsx'
import { Units } from './purchaseTicket.tsx'
import { usePurchaseName } from './usePurchaseName.ts'
import styles from './purchase.module.css'

interface Props {
  purchase: PurchaseDetail
  open: boolean
  onClose: () => void
}

/** Renders the receipt of a purchase; while it is open, printing the page prints the receipt alone. */
export function ReceiptDialog({ purchase, open, onClose }: Props) {
  const { date } = useFormat()
  const nameOf = usePurchaseName()
  const paid = date(purchase.paidAt ?? purchase.orderedAt, 'long')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>Receipt</Trans>}
      actions={
        <Button icon={Printer} onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      }
    >
      <div className={styles.receipt} data-receipt>
        <p>
          <strong>{BRAND}</strong>
          <br />
          {nameOf(purchase)} · <Units purchase={purchase} />
        </p>
        <dl className={styles.facts}>
          <div>
            <dt>
              <Trans>Order number</Trans>
            </dt>
            <dd>{purchase.orderNumber}</dd>
          </div>
          <div>
            <dt>
              <Trans>Payment date</Trans>
            </dt>
            <dd>
              <Trans>{paid} (Korean time)</Trans>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Buyer</Trans>
            </dt>
            <dd>{purchase.buyer.name}</dd>
          </div>
        </dl>
        <PriceLines purchase={purchase} />
      </div>
    </Dialog>
  )
}
