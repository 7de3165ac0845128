import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'

interface Props {
  /** The first instant at which the coupon is no longer valid, ms; null: no deadline. */
  expiresAt: number | null
  /** Days left by the Korean calendar (D-n): 0 on the last one; null without a deadline. */
  days: number | null
}

/** Renders until when a coupon is valid: date and days left (spec 3.7), or that there is no deadline. */
export function Deadline({ expiresAt, days }: Props) {
  const { t } = useLingui()
  const { date } = useFormat()
  if (expiresAt === null || days === null) return <Trans>No deadline</Trans>
  // The last instant of the last day, not the first one after it.
  const lastDay = date(expiresAt - 1, 'day')
  const countdown = days <= 0 ? t`last day` : `D-${days}`
  return (
    <Trans>
      Until {lastDay} ({countdown})
    </Trans>
  )
}
