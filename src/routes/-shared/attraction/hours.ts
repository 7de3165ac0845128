import { useLingui } from '@lingui/react/macro'
import type { Attraction } from '#contract/calls/attraction.ts'
import { NOTATION, type Locale } from '#contract/locales.ts'
import { koreanMidnight } from '#contract/rules/koreanCalendar.ts'
import { entrySpan, nextSpan, spansOf, type OpenSpan } from '#contract/rules/openHours.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { useFormat } from '#i18n/format.ts'
import { useLocale } from '#i18n/useLocale.ts'

/** Returns the Korean time of day of an instant (ms UTC). With `ends`, midnight is 24:00. */
const clockOf = (at: number, locale: Locale, ends: boolean): string => {
  const minutes = Math.floor((at - koreanMidnight(at)) / MINUTE_MS)
  const hour = ends && minutes === 0 ? '24' : String(Math.floor(minutes / 60))
  return `${NOTATION[locale].paddedHour ? hour.padStart(2, '0') : hour}:${String(minutes % 60).padStart(2, '0')}`
}

type Place = Pick<Attraction, 'hours' | 'dayOff'>

export interface HoursFormatters {
  /**
   * `until 20:00`, `from 10:00`, `Open 24 hours`, `Closed today`; after the last entry `Closed now`. Empty in a shell,
   * which is shown at another hour.
   */
  short: (place: Place & Pick<Attraction, 'lastEntry'>, now: number) => string
  /** `09:00–18:00`, or all spans of the Korean day that contains `at`. */
  day: (place: Place, at: number) => string
  /** A time of the data, `19:30`, in the style of the language. */
  clock: (text: string) => string
  /** The Korean time of the end of a span (ms UTC); midnight is 24:00. */
  end: (at: number) => string
}

/** Returns formatters for opening hours, in Korean time and in the current language. */
export const useHours = (): HoursFormatters => {
  const { t } = useLingui()
  const locale = useLocale()
  const { list } = useFormat()
  const start = (span: OpenSpan) => clockOf(span.from, locale, false)
  const end = (span: OpenSpan) => clockOf(span.until, locale, true)
  const range = (span: OpenSpan): string => {
    const from = start(span)
    const until = end(span)
    return t`${from}–${until}`
  }
  return {
    short: (place, now) => {
      if (typeof document === 'undefined') return ''
      const open = entrySpan(place, now)
      if (open && place.hours.always) return t`Open 24 hours`
      if (open) {
        const time = end(open)
        return t`until ${time}`
      }
      const next = nextSpan(place, now)
      if (next && next.from < koreanMidnight(now) + DAY_MS) {
        const time = start(next)
        return t`from ${time}`
      }
      return spansOf(place, now).length > 0 ? t`Closed now` : t`Closed today`
    },
    day: (place, at) => {
      const spans = spansOf(place, at)
      if (spans.length === 0) return t`Closed`
      return place.hours.always ? t`Open 24 hours` : list(spans.map(range))
    },
    end: (at) => clockOf(at, locale, true),
    clock: (text) => (NOTATION[locale].paddedHour ? text : text.replace(/^0(?=\d:)/, '')),
  }
}
