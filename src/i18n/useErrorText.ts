import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { FailureCode } from '#contract/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { ERROR_TEXTS } from './errors.ts'
import { useFormat } from './format.ts'

/** A failure; `retryAfter` is the server's, in seconds. */
export interface FailureDetails {
  code: string
  retryAfter?: number
}

/** Rounds a wait up to whole seconds, minutes (from 1 h) or hours (from 1 day). */
const roundedUp = (waitMs: number): number => {
  const unitMs = waitMs >= DAY_MS ? HOUR_MS : waitMs >= HOUR_MS ? MINUTE_MS : SECOND_MS
  return Math.ceil(waitMs / unitMs) * unitMs
}

/**
 * Returns a function that gives the message of an error code in the current language, with the waiting time where
 * `retryAfter` is set. Unknown codes get the message of `UNKNOWN`.
 */
export const useErrorText = (): ((failure: string | FailureDetails) => string) => {
  const { i18n, _ } = useLingui()
  const { duration } = useFormat()
  return useCallback(
    (failure: string | FailureDetails) => {
      const { code, retryAfter = 0 }: FailureDetails = typeof failure === 'string' ? { code: failure } : failure
      if (code === 'E_THROTTLED' && retryAfter > 0) {
        const wait = duration(roundedUp(retryAfter * SECOND_MS))
        return t(i18n)`Too many attempts. Try again in ${wait}.`
      }
      return _(ERROR_TEXTS[Object.hasOwn(ERROR_TEXTS, code) ? (code as FailureCode) : 'UNKNOWN'])
    },
    [i18n, _, duration],
  )
}
