import { useDeferredValue, useEffect, useState } from 'react'
import type { Strength } from '#contract/rules/passwordStrength.ts'

type Estimate = typeof import('#contract/rules/passwordStrength.ts').estimate

/** How strong a password is; null while it is empty or the estimator has not come (it is fetched on this screen alone). */
export const useStrength = (password: string, own: readonly string[]): Strength | null => {
  const [estimate, setEstimate] = useState<{ run: Estimate } | null>(null)
  useEffect(() => {
    let left = false
    import('#contract/rules/passwordStrength.ts').then(
      (found) => left || setEstimate({ run: found.estimate }),
      () => undefined, // offline: the parts are still checked, and the server checks them again
    )
    return () => {
      left = true
    }
  }, [])
  const settled = useDeferredValue(password)
  return settled === '' || !estimate ? null : estimate.run(settled, own)
}
