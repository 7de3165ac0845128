import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CreditCard, QrCode } from 'lucide-react'
import type { MyPass } from '#contract/calls/mypage.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import { SunArc } from '../../-shared/sunArc.tsx'
import styles from './strip.module.css'

interface Props {
  pass: MyPass
  /** ms UTC, server-corrected. */
  now: number
  /** Whether this phone draws codes of the pass. */
  drawsCodes: boolean
}

/** Renders a small live pass: product, time left, sun arc, and a link to My Pass, which shows its code. */
export function PassStrip({ pass, now, drawsCodes }: Props) {
  const { t } = useLingui()
  const { duration, zone } = useFormat()
  const { activatedAt, expiresAt, passType, windowHours } = pass
  const running = activatedAt !== null && expiresAt !== null
  const timeLeft = running ? duration(expiresAt - now) : ''
  const at = (ms: number): string => `${zone.korea.date(ms, 'short')} ${zone.korea.time(ms)}`
  return (
    <div className={styles.strip} data-product={passType}>
      <div className={styles.sky}>
        <p className={styles.product}>
          {pass.medium === 'mobile' ? <Trans>{passType} mobile pass</Trans> : <Trans>{passType} card pass</Trans>}
        </p>
        <p className={styles.left}>{running ? t`${{ left: timeLeft }} left` : t`Not started yet`}</p>
        <SunArc
          elapsed={running ? (now - activatedAt) / (expiresAt - activatedAt) : null}
          height={32}
          className={styles.arc}
        />
        <p className={styles.sea}>
          <span>{running ? at(activatedAt) : t`First entry`}</span>
          <span>{running ? at(expiresAt) : t`+${windowHours} hours`}</span>
        </p>
      </div>
      <Link to="/myPage/myPass" className={styles.code}>
        <Icon of={pass.medium === 'card' ? CreditCard : QrCode} size={48} />
        {drawsCodes ? <Trans>Show code</Trans> : <Trans>Open My Pass</Trans>}
      </Link>
    </div>
  )
}
