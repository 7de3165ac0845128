import { useCallback } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { useFormat } from './format.ts'

/** Rounds a wait up to whole seconds, minutes (from 1 h) or hours (from 1 day). */
const roundedUp = (waitMs: number): number => {
  const unitMs = waitMs >= DAY_MS ? HOUR_MS : waitMs >= HOUR_MS ? MINUTE_MS : SECOND_MS
  return Math.ceil(waitMs / unitMs) * unitMs
}

/**
 * Returns a function that gives a wait (seconds) as text, rounded up, so that a retry after the time shown is not
 * refused as too early.
 */
export const useWaitText = (): ((seconds: number) => string) => {
  const { duration } = useFormat()
  return useCallback((seconds: number) => duration(roundedUp(seconds * SECOND_MS)), [duration])
}
