import { useDeferredValue, useEffect, useState } from 'react'
import { isPassword, passwordParts } from '#contract/rules/password.ts'
import type { Strength } from '#contract/rules/passwordStrength.ts'

type Estimate = typeof import('#contract/rules/passwordStrength.ts').estimateStrength

/** Returns whether a password is refused although no part of it is missing. Calling it weak would be wrong. */
const isTooLong = (password: string): boolean =>
  !isPassword(password) && Object.values(passwordParts(password)).every(Boolean)

/**
 * Returns the strength of a password; null while it is empty or too long, or while the estimator, which only this hook
 * loads, is missing. `own`: words of the member that make a password weaker.
 */
export const useStrength = (password: string, own: readonly string[]): Strength | null => {
  const [estimate, setEstimate] = useState<{ run: Estimate } | null>(null)
  useEffect(() => {
    let isUnmounted = false
    import('#contract/rules/passwordStrength.ts').then(
      (estimator) => isUnmounted || setEstimate({ run: estimator.estimateStrength }),
      () => undefined, // offline: the form and the server still check the composition
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  const settled = useDeferredValue(password)
  return settled === '' || !estimate || isTooLong(settled) ? null : estimate.run(settled, own)
}
