import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SECOND_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'

/** Seconds left at which a screen reader announces the time, instead of each second. */
const ANNOUNCED_SECONDS = [300, 240, 180, 120, 60, 30, 10] as const

/** Returns the whole seconds until `until` (ms of server time), at least 0; re-renders each second. */
export const useSecondsLeft = (until: number): number => {
  const now = useNow(SECOND_MS)
  return Math.max(0, Math.ceil((until - now) / SECOND_MS))
}

/** Returns seconds as `4:59`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Renders the time left as `4:59`, updated each second and announced at a few marks. */
export function Countdown({ until, className }: { until: number; className?: string | undefined }) {
  const { t } = useLingui()
  const seconds = useSecondsLeft(until)
  const mark = ANNOUNCED_SECONDS.findLast((atSeconds) => atSeconds >= seconds)
  const minutes = (mark ?? 0) / 60
  const announcement = () => {
    if (seconds === 0) return t`Time is up`
    if (mark === undefined || mark === ANNOUNCED_SECONDS[0]) return ''
    return mark >= 60
      ? t`${plural(minutes, { one: 'Less than # minute left', other: 'Less than # minutes left' })}`
      : t`Less than ${mark} seconds left`
  }
  return (
    <>
      <span className={className} role="timer" aria-live="off">
        {clockText(seconds)}
      </span>
      <span className="visually-hidden" role="status">
        {announcement()}
      </span>
    </>
  )
}
