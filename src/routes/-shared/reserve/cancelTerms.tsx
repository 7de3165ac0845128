import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { RESERVE_ANSWER_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import note from '../payment/note.module.css'
import { TermsDialog } from '../termsDialog.tsx'
import { useCancelText, type CancelPolicy } from './useCancelText.ts'
import styles from './reserve.module.css'

interface Props {
  policy: CancelPolicy
  now: number
}

/** Renders until when cancelling is free, and the terms to read. */
export function CancelNote({ policy, now }: Props) {
  const cancelText = useCancelText()
  const [reading, setReading] = useState(false)
  return (
    <div className={note.note}>
      <Icon of={RotateCcw} size={16} />
      <span>
        {cancelText(policy, now)}
        <SentenceSpace />
        <button type="button" className={styles.inlineLink} onClick={() => setReading(true)}>
          <Trans>Read the cancellation terms</Trans>
        </button>
      </span>
      <CancelTermsDialog policy={policy} now={now} open={reading} onClose={() => setReading(false)} />
    </div>
  )
}

/** Renders the terms that the guest agrees to: until when, how much, when nothing, and how the money comes back. */
export function CancelTermsDialog({ policy, now, open, onClose }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const cancelText = useCancelText()
  const [reading, setReading] = useState(false)
  const hours = RESERVE_ANSWER_MS / HOUR_MS
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={<Trans>Cancellation terms</Trans>}
        actions={
          <Button kind="quiet" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <ul className={styles.terms}>
          <li>{cancelText(policy, now)}</li>
          <li>
            <Trans>
              If you cancel in time, the full amount goes back to your card. Card companies usually need 7 to 14 working
              days.
            </Trans>
          </li>
          <li>
            <Trans>
              You get back any points you spent. You also get your coupon back, unless it has expired or you keep other
              items from the same cart.
            </Trans>
          </li>
          {policy.confirmation === 'request' && (
            <li>
              <Plural
                value={hours}
                one="The place has # hour to confirm your reservation. If it does not, the reservation is cancelled and refunded in full."
                other="The place has # hours to confirm your reservation. If it does not, the reservation is cancelled and refunded in full."
              />
            </li>
          )}
          <li>
            {policy.cancelDays === null ? (
              <Trans>If you do not come, or come too late, there is no refund.</Trans>
            ) : (
              <Trans>If you do not use the voucher before it expires, there is no refund.</Trans>
            )}
          </li>
        </ul>
        <p>
          <button type="button" className={styles.inlineLink} onClick={() => setReading(true)}>
            <Trans>Read the terms of service</Trans>
          </button>
        </p>
      </Dialog>
      <TermsDialog code={reading ? 'service' : null} title={t`Terms of service`} onClose={() => setReading(false)} />
    </>
  )
}
