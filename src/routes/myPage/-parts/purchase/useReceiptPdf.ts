import { useState } from 'react'
import { receipt } from '#contract/calls/purchase.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { fetchReceipt, type Purchase } from '#data/purchases.ts'
import { saveFile } from '../../../-shared/saveFile.ts'

/** Returns the state of downloading the receipt of a purchase, and the function that starts it. */
export const useReceiptPdf = ({ ordUid, orderNumber }: Pick<Purchase, 'ordUid' | 'orderNumber'>) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const download = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const fetched = await fetchReceipt(ordUid)
    if (fetched.ok) saveFile(new Blob([fetched.data], { type: receipt.fileType }), `harbor-pass-${orderNumber}.pdf`)
    else setFailure(fetched)
    setBusy(false)
  }
  return { busy, failure, download }
}
