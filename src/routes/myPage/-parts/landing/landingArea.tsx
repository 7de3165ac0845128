import { createContext, useContext, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { UNDO_MS } from '#contract/limits.ts'
import { useNow } from '#data/clock.ts'
import { usePassWatch, type ShownPass } from '#data/myPass.ts'
import styles from './landing.module.css'
import { entryKey, type Entry, type Landing } from './landingOf.ts'
import { useLanding } from './useLanding.ts'
import { useLandingToast } from './useLandingToast.ts'

const HALF_MINUTE_MS = 30_000

const LandingContext = createContext<Landing | null>(null)

/** Returns whether this entry has landed: it came to the mirror while the card of its pass was on the screen. */
export const useIsLanded = (entry: Entry): boolean => useContext(LandingContext)?.keys.has(entryKey(entry)) === true

/** Calls `onLanded` when an entry lands on the surrounding pass while the component is mounted. */
export const useOnLanded = (onLanded: () => void): void => {
  const landing = useContext(LandingContext)
  const [earlier] = useState(landing)
  const announce = useEffectEvent(onLanded)
  useEffect(() => {
    if (landing !== earlier && landing?.kind === 'entered') announce()
  }, [landing, earlier])
}

/** Scrolls to the stamp on a low screen, unless the visitor wants nothing to move. */
const showStamp = (area: HTMLElement | null): void => {
  if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return
  area?.querySelector('[data-landed="true"]')?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' })
}

/**
 * Surrounds what a card shows of a pass, and lets new entries land on it (L20 to L22). `deviceUid`: this phone's id.
 * Follows the pass until its last entry cannot be undone any more, also when that entry has used the pass up.
 */
export function LandingArea({ pass, deviceUid, children }: Props) {
  const isBoundToThisPhone = deviceUid !== null && pass.deviceUid === deviceUid
  const landing = useLanding(pass, isBoundToThisPhone)
  const now = useNow(HALF_MINUTE_MS)
  const area = useRef<HTMLDivElement>(null)
  useLandingToast(landing, pass)
  useEffect(() => {
    if (landing?.kind === 'entered') showStamp(area.current)
  }, [landing])
  usePassWatch(landing?.kind === 'entered' && now < landing.entry.at + UNDO_MS)
  const isStart = landing?.kind === 'entered' && landing.entry.at === pass.activatedAt
  return (
    <LandingContext value={landing}>
      <div ref={area} className={styles.area} data-started={isStart}>
        {children}
      </div>
    </LandingContext>
  )
}

interface Props {
  pass: ShownPass
  deviceUid: string | null
  children: ReactNode
}
