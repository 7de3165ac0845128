import { useLingui } from '@lingui/react/macro'
import { koreanDate, koreanTime } from '#contract/rules/koreanCalendar.ts'
import type { StillOpen } from '#contract/rules/stillOpen.ts'
import { useFormat } from '#i18n/format.ts'
import { useHours } from './hours.ts'

/**
 * Returns a function that describes what a pass can still do at a place, at `now` (ms UTC); times of another day than
 * today include the date.
 */
export const useStillOpenText = (): ((answer: StillOpen, now: number) => string) => {
  const { t } = useLingui()
  const { date } = useFormat()
  const hours = useHours()
  return (answer, now) => {
    const when = (at: number, ends: boolean): string => {
      // The midnight that ends a day belongs to that day.
      const day = koreanDate(ends ? at - 1 : at)
      const time = ends ? hours.end(at) : hours.clock(koreanTime(at))
      return day === koreanDate(now) ? time : `${date(ends ? at - 1 : at, 'short')} ${time}`
    }
    switch (answer.kind) {
      case 'now': {
        if (answer.until === null) return t`Open 24 hours`
        const time = when(answer.until, true)
        if (answer.by === 'last_entry') return t`last entry ${time}`
        return answer.by === 'closing' ? t`until ${time}` : t`until your pass expires, ${time}`
      }
      case 'later': {
        const time = when(answer.from, false)
        return t`from ${time}`
      }
      case 'unknown':
        return t`opening hours unknown; check before you go`
      case 'used_here': {
        const time = when(answer.at, false)
        return t`used ${time}`
      }
      case 'spent': {
        const { group } = answer
        return t`no group ${group} entries left`
      }
      case 'closed':
        return t`no entry in this period`
    }
  }
}
