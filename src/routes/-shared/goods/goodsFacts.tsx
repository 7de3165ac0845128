import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { DAYS, type Day } from '#contract/codes.ts'
import { BCP47 } from '#contract/locales.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { GoodsDetail } from '#data/goods.ts'
import { useFormat } from '#i18n/format.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { cx } from '#ui/cx.ts'
import frame from '../detail/detail.module.css'
import styles from './goods.module.css'

/** Renders what to know before choosing: check-in and check-out, duration and departures, or validity. */
export function GoodsFacts({ goods }: { goods: GoodsDetail }) {
  const { duration, list } = useFormat()
  const weekdays = useWeekdays()
  const { checkIn, checkOut, durationMinutes, validDays, options } = goods
  const [option] = options
  return (
    <dl className={cx(frame.facts, styles.facts)}>
      {checkIn !== null && (
        <Fact label={<Trans>Check-in</Trans>}>
          <Trans>from {checkIn}</Trans>
        </Fact>
      )}
      {checkOut !== null && (
        <Fact label={<Trans>Check-out</Trans>}>
          <Trans>until {checkOut}</Trans>
        </Fact>
      )}
      {durationMinutes !== null && <Fact label={<Trans>Duration</Trans>}>{duration(durationMinutes * MINUTE_MS)}</Fact>}
      {option?.times && <Fact label={<Trans>Starts at</Trans>}>{list(option.times)}</Fact>}
      {option?.times && <Fact label={<Trans>Days</Trans>}>{weekdays(option.weekdays)}</Fact>}
      {validDays !== null && (
        <Fact label={<Trans>Valid</Trans>}>
          <Plural value={validDays} one="# day from payment" other="# days from payment" />
        </Fact>
      )}
      {goods.kind === 'voucher' && (
        <Fact label={<Trans>Delivery</Trans>}>
          <Trans>in the app, instantly</Trans>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** 2 November 2026, a Monday, ms UTC. */
const MONDAY = Date.UTC(2026, 10, 2)

/** Returns a function that names weekdays, `Tue, Thu`; null and all seven: every day. */
const useWeekdays = (): ((days: readonly Day[] | null) => string) => {
  const { t } = useLingui()
  const { list } = useFormat()
  const names = new Intl.DateTimeFormat(BCP47[useLocale()], { weekday: 'short', timeZone: 'UTC' })
  return (days) =>
    days === null || days.length === DAYS.length
      ? t`every day`
      : list(days.map((day) => names.format(MONDAY + DAYS.indexOf(day) * DAY_MS)))
}
