import { useDeferredValue, useEffect, useState } from 'react'
import type { Strength } from '#contract/rules/passwordStrength.ts'

type Estimate = typeof import('#contract/rules/passwordStrength.ts').estimate

/** Returns the strength of a password; null while it is empty or the estimator, which only this loads, is missing. */
export const useStrength = (password: string, own: readonly string[]): Strength | null => {
  const [estimate, setEstimate] = useState<{ run: Estimate } | null>(null)
  useEffect(() => {
    let left = false
    import('#contract/rules/passwordStrength.ts').then(
      (found) => left || setEstimate({ run: found.estimate }),
      () => undefined, // offline: the form and the server still check the composition
    )
    return () => {
      left = true
    }
  }, [])
  const settled = useDeferredValue(password)
  return settled === '' || !estimate ? null : estimate.run(settled, own)
}
