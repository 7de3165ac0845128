import { Plural, Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { ERRORS, isErrorCode, type FailureCode } from '#contract/errors.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import type { PurchaseDetail } from '#data/purchases.ts'
import { requestRefund, type RefundForm, type RefundResult } from '#data/refund.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import { ConfirmDialog } from '../../../-shared/confirmDialog.tsx'
import { isForDesk, refundOf } from './refundSummary.tsx'

interface Props {
  open: boolean
  form: RefundForm
  purchase: PurchaseDetail
  onClose: () => void
  onAccepted: (result: RefundResult) => void
  /** Called with a refusal that belongs to a place of the form. */
  onRefused: (code: FailureCode) => void
  isRefusalOfUnits: (code: FailureCode) => boolean
}

/** Renders the confirmation of a refund request, sends it, and says what is known after a failure. */
export function RefundDialog({ open, form, purchase, onClose, onAccepted, onRefused, isRefusalOfUnits }: Props) {
  const { price } = useFormat()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  /** The same request keeps its key, so that a second press after a lost answer gets the answer of the first. */
  const sent = useRef({ key: '', body: '' })
  const count = form.passUids.length
  const amount = price(refundOf(purchase, count) ?? 0)
  const close = () => {
    setFailure(null)
    onClose()
  }
  const send = async () => {
    const body = JSON.stringify(form)
    if (sent.current.body !== body) sent.current = { key: uuidv7(), body }
    setBusy(true)
    setFailure(null)
    const outcome = await requestRefund(form, sent.current.key)
    setBusy(false)
    if (outcome.ok) onAccepted(outcome.data)
    else if (isRefusalOfUnits(outcome.code)) onRefused(outcome.code)
    else setFailure(outcome)
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={<Plural value={count} one="Request a refund for # pass?" other="Request a refund for # passes?" />}
      confirmLabel={<Trans>Request a refund</Trans>}
      danger
      busy={busy}
      onConfirm={() => void send()}
    >
      {failure && <Failed failure={failure} />}
      <p>
        {isForDesk(purchase, form.passUids) ? (
          <Trans>If our staff approve the request, {amount} goes back to the card you paid with.</Trans>
        ) : (
          <Trans>{amount} goes back to the card you paid with. Passes in this request become void immediately.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}

/**
 * Returns what a failure says of the request: that nothing was done, that it is unknown, or null. The server refuses some
 * requests before it looks at their key (too many, not signed in): that says nothing of an earlier press.
 */
const effectOf = (code: FailureCode): 'none' | 'unknown' | null => {
  if (!isErrorCode(code)) return code === 'STORAGE' ? null : 'unknown'
  if (code === 'E_KEY_RUNNING' || ERRORS[code] >= 500) return 'unknown'
  return ERRORS[code] === 200 || ERRORS[code] === 422 ? 'none' : null
}

/** Renders a failure, and whether anything was changed, where that is certain. */
function Failed({ failure }: { failure: FailedOutcome }) {
  const errorText = useErrorText()
  const effect = effectOf(failure.code)
  return (
    <Banner tone="red" role="alert">
      {errorText(failure)}
      <SentenceSpace />
      {effect === 'unknown' && (
        <Trans>Your request may already have reached us. Send it again: it will not be counted twice.</Trans>
      )}
      {effect === 'none' && <Trans>Nothing has changed: your passes are as they were.</Trans>}
    </Banner>
  )
}
