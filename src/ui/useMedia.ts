import { useSyncExternalStore } from 'react'

/** Creates a hook that follows a media query. False in the shells, and where the browser knows no media queries. */
const createMediaHook = (query: string): (() => boolean) => {
  const list = (): MediaQueryList | undefined => (typeof matchMedia === 'function' ? matchMedia(query) : undefined)
  const subscribe = (listener: () => void) => {
    const watched = list()
    watched?.addEventListener('change', listener)
    return () => watched?.removeEventListener('change', listener)
  }
  const matches = (): boolean => list()?.matches ?? false
  return () => useSyncExternalStore(subscribe, matches, () => false)
}

/** Returns whether the visitor prefers less motion. */
export const usePrefersStill = createMediaHook('(prefers-reduced-motion: reduce)')

/** Returns whether screens have two columns. */
export const useIsWide = createMediaHook('(min-width: 64rem)')

/** Returns whether two months of a calendar stand beside each other in the main column of a detail. */
export const useHasRoomForMonths = createMediaHook('(min-width: 84rem)')

/**
 * Returns whether this is a computer, whose owner clicks, and shows passes on a phone: a mouse or a trackpad, and room
 * for two columns. A tablet under a finger is none.
 */
export const useIsComputer = createMediaHook('(pointer: fine) and (min-width: 64rem)')
