import { useLingui } from '@lingui/react/macro'
import { hasKnownHours } from '#contract/rules/stillOpen.ts'
import { useHours, type HoursFormatters } from './hours.ts'

/**
 * Returns the formatters of `useHours`, which say “unknown” instead of “closed” for a place whose hours are not known.
 * The home screen shows places that open, so it uses `useHours` and does not load this module.
 */
export const usePlaceHours = (): HoursFormatters => {
  const { t } = useLingui()
  const hours = useHours()
  return {
    ...hours,
    short: (place, now) => (hasKnownHours(place) ? hours.short(place, now) : t`Opening hours unknown`),
    day: (place, at) => (hasKnownHours(place) ? hours.day(place, at) : t`Opening hours unknown`),
  }
}
