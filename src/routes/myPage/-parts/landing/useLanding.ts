import { useLayoutEffect, useRef, useState } from 'react'
import { serverNow } from '#data/clock.ts'
import type { ShownPass } from '#data/myPass.ts'
import { landingOf, type Landing } from './landingOf.ts'

/**
 * Returns what last happened to the entries of a pass while its card shows; null before anything did. `isHere`: the
 * pass is bound to this phone. Entries that come to a hidden page land when it is visible again (L20).
 */
export const useLanding = ({ admissions }: ShownPass, isBoundToThisPhone: boolean): Landing | null => {
  const [landing, setLanding] = useState<Landing | null>(null)
  const [shownAt] = useState(serverNow)
  const shownEntries = useRef(admissions)
  // Before the frame is painted: a stamp that lands must not have been seen in its place.
  useLayoutEffect(() => {
    const compare = () => {
      if (document.visibilityState === 'hidden') return
      const next = landingOf(shownEntries.current, admissions, shownAt)
      shownEntries.current = admissions
      if (next && isBoundToThisPhone) setLanding(next)
    }
    compare()
    document.addEventListener('visibilitychange', compare)
    return () => document.removeEventListener('visibilitychange', compare)
  }, [admissions, isBoundToThisPhone, shownAt])
  return landing
}
