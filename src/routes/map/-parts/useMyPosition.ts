import { useEffect, useRef, useState } from 'react'
import { isOnMap } from '#contract/rules/mapProjection.ts'

export interface Position {
  lat: number
  lon: number
}

/** Why there is no position: never asked for, being determined, refused by the visitor, not determined, not on the map. */
export type PositionState = 'none' | 'locating' | 'shown' | 'denied' | 'failed' | 'outside'

const TIMEOUT_MS = 15_000
/** A position of this age is still good. */
const AGE_MAX_MS = 60_000

/**
 * Returns the position of the visitor, once they have asked for it with `locate`. It stays in this screen: nothing
 * stores or sends it.
 */
export const useMyPosition = (): { state: PositionState; position: Position | null; locate: () => void } => {
  const [{ state, position }, set] = useState<{ state: PositionState; position: Position | null }>({
    state: 'none',
    position: null,
  })
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const locate = (): void => {
    if (!('geolocation' in navigator)) {
      set({ state: 'failed', position: null })
      return
    }
    set((before) => ({ ...before, state: 'locating' }))
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lon } }) => {
        if (!isMounted.current) return
        const reached = { lat, lon }
        set(isOnMap(reached) ? { state: 'shown', position: reached } : { state: 'outside', position: null })
      },
      ({ code, PERMISSION_DENIED }) => {
        if (isMounted.current) set({ state: code === PERMISSION_DENIED ? 'denied' : 'failed', position: null })
      },
      { timeout: TIMEOUT_MS, maximumAge: AGE_MAX_MS },
    )
  }
  return { state, position, locate }
}
