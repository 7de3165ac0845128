import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { REPORT_REASONS } from '#contract/calls/review.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { reportReview } from '#data/reviews.ts'
import { useSession } from '#data/session.ts'
import { Choice } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/textArea.tsx'
import { useToast } from '#ui/useToast.ts'
import { ConfirmDialog } from '../confirmDialog.tsx'
import { FailureBanner } from '../failureBanner.tsx'

type Reason = (typeof REPORT_REASONS)[number]
const DETAIL_MAX = 500

/** Renders the dialog that reports a review to the desk. Members only. */
export function ReportDialog({ open, reviewUid, onClose }: { open: boolean; reviewUid: string; onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const { state } = useSession()
  const { href } = useLocation()
  const [reason, setReason] = useState<Reason | null>(null)
  const [detail, setDetail] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const isMember = state === 'member'
  const send = async (): Promise<void> => {
    if (reason === null) return
    setBusy(true)
    const outcome = await reportReview({ reviewUid, reason, ...(detail.trim() && { detail: detail.trim() }) })
    setBusy(false)
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    toast({ text: t`Thank you. We will look at this review.`, icon: Check })
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Report this review</Trans>}
      confirmLabel={<Trans>Report</Trans>}
      busy={busy}
      disabled={!isMember || reason === null}
      onConfirm={() => void send()}
    >
      {isMember ? (
        <>
          <FailureBanner failure={failure} />
          <Choice
            label={t`What is wrong with it?`}
            value={reason}
            onChange={setReason}
            options={[
              { value: 'spam', label: t`Advertising` },
              { value: 'abuse', label: t`Insults or hate` },
              { value: 'untrue', label: t`Not true` },
              { value: 'privacy', label: t`Shows personal data` },
              { value: 'other', label: t`Something else` },
            ]}
          />
          <Field label={t`More details`} optional>
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={DETAIL_MAX}
                value={detail}
                onChange={({ target }) => setDetail(target.value)}
              />
            )}
          </Field>
        </>
      ) : (
        <p>
          <Trans>
            <Link to="/login" search={{ returnTo: href }}>
              Sign in
            </Link>{' '}
            to report a review.
          </Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}
