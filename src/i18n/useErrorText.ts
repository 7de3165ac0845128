import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { FailureCode } from '#contract/errors.ts'
import { ERROR_TEXTS } from './errors.ts'
import { useWaitText } from './useWaitText.ts'

/** A failure; `retryAfter` is the server's, in seconds. */
export interface FailureDetails {
  code: string
  retryAfter?: number
}

/**
 * Returns a function that gives the message of an error code in the current language. That of `E_THROTTLED` contains
 * the waiting time where `retryAfter` is set. Unknown codes get the message of `UNKNOWN`.
 */
export const useErrorText = (): ((failure: string | FailureDetails) => string) => {
  const { i18n, _ } = useLingui()
  const waitText = useWaitText()
  return useCallback(
    (failure: string | FailureDetails) => {
      const { code, retryAfter = 0 }: FailureDetails = typeof failure === 'string' ? { code: failure } : failure
      if (code === 'E_THROTTLED' && retryAfter > 0) {
        const wait = waitText(retryAfter)
        return t(i18n)`Too many attempts. Try again in ${wait}.`
      }
      return _(ERROR_TEXTS[Object.hasOwn(ERROR_TEXTS, code) ? (code as FailureCode) : 'UNKNOWN'])
    },
    [i18n, _, waitText],
  )
}
