import { useEffect, useEffectEvent, useState } from 'react'
import { mayPrefetch } from '#pwa/prefetch.ts'
import { usePrefersStill } from '#ui/useMedia.ts'

/** Time in which a banner can be read. */
const STEP_MS = 6000

interface Rotation {
  isOn: boolean
  /** False also while a mouse holds it. */
  isRunning: boolean
  toggle: () => void
  stop: () => void
  /** Keeps the rotation waiting while a mouse is over the slides. */
  hold: (isHeld: boolean) => void
}

/**
 * Calls `advance` every six seconds. Starts by itself if there are several slides, unless the visitor prefers less motion
 * or saves data: then only the control starts it.
 */
export const useRotation = (total: number, advance: () => void): Rotation => {
  const prefersStill = usePrefersStill()
  const [choice, setChoice] = useState<boolean | null>(null)
  const [isHeld, hold] = useState(false)
  const isOn = total > 1 && (choice ?? (!prefersStill && mayPrefetch()))
  const isRunning = isOn && !isHeld
  const step = useEffectEvent(advance)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => step(), STEP_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return { isOn, isRunning, toggle: () => setChoice(!isOn), stop: () => setChoice(false), hold }
}
