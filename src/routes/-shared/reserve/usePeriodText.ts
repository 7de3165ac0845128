import { useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/format.ts'

interface Period {
  priceSn: string
  startsAt: number
  endsAt: number
}

/**
 * Returns a function that writes when a reservation is used, in Korean time: the days of a stay, the start of a
 * departure, or the last day of a voucher.
 */
export const usePeriodText = (): ((period: Period) => string) => {
  const { t } = useLingui()
  const { date, time } = useFormat()
  return ({ priceSn, startsAt, endsAt }) => {
    const start = date(startsAt, 'day')
    // A voucher ends at the midnight after its last day.
    const end = date(endsAt - 1, 'day')
    if (priceSn === 'open') return t`Valid until ${end}`
    const clock = time(startsAt)
    return priceSn.includes('T') ? t`${start}, ${clock}` : t`${start} – ${end}`
  }
}
