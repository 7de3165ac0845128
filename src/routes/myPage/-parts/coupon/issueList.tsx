import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { fetchIssues, takeCoupon, type Issue } from '#data/coupons.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import { useAnswer } from '../../../-shared/useAnswer.ts'
import { CouponTicket } from './couponTicket.tsx'
import styles from './coupon.module.css'

/** Renders the coupons that the member can take; nothing while there is none. */
export function IssueList() {
  const { answer, reload } = useAnswer(fetchIssues)
  const online = useOnline()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const issues = (answer ?? []).filter(({ takenYn }) => takenYn === 'N')
  if (issues.length === 0 && !failure) return null
  return (
    <section className={styles.block} aria-labelledby="issues">
      <h2 id="issues">
        <Trans>Coupons to claim</Trans>
      </h2>
      <FailureBanner failure={failure} />
      {!online && (
        <p className={styles.note}>
          <Trans>You are offline. You need a connection to claim a coupon.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {issues.map((issue) => (
          <li key={issue.couponPblcnUid} data-issue={issue.couponPblcnUid}>
            <IssueTicket
              issue={issue}
              onEnd={(outcome) => {
                setFailure(outcome)
                reload()
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `onEnd`: called with the failure, or with null when the coupon was taken. */
function IssueTicket({ issue, onEnd }: { issue: Issue; onEnd: (failure: FailedOutcome | null) => void }) {
  const { t } = useLingui()
  const { date } = useFormat()
  const toast = useToast()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const { name } = issue
  const isOver = issue.soldOutYn === 'Y'
  const until = issue.endsAt === null ? '' : date(issue.endsAt - 1, 'day')
  const days = issue.validDays
  const take = async () => {
    setBusy(true)
    const outcome = await takeCoupon(issue.couponPblcnUid)
    setBusy(false)
    if (outcome.ok) toast({ text: t`Coupon registered`, icon: Check })
    onEnd(outcome.ok ? null : outcome)
  }
  return (
    <CouponTicket coupon={issue} hasEnded={isOver}>
      <p>
        {days !== null && <Plural value={days} one="Valid for # day" other="Valid for # days" />}
        {days !== null && until && ' · '}
        {until && <Trans>Claim by {until}</Trans>}
      </p>
      {isOver ? (
        <p>
          <Trans>All claimed</Trans>
        </p>
      ) : (
        <Button
          kind="outline"
          size="small"
          busy={busy}
          disabled={!online}
          aria-label={t`Claim the coupon: ${name}`}
          onClick={() => void take()}
        >
          <Trans>Claim</Trans>
        </Button>
      )}
    </CouponTicket>
  )
}
