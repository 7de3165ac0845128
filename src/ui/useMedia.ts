import { useSyncExternalStore } from 'react'

const listOf = (query: string): MediaQueryList | undefined =>
  typeof matchMedia === 'function' ? matchMedia(query) : undefined

/** Creates a hook that follows a media query. False in the shells, and where the browser knows no media queries. */
const createMediaHook = (query: string): (() => boolean) => {
  const list = () => listOf(query)
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

const WIDE = '(min-width: 64rem)'

/** Returns whether screens have two columns. */
export const useIsWide = createMediaHook(WIDE)

/** Returns what `useIsWide` does, at this moment. */
export const isWide = (): boolean => listOf(WIDE)?.matches ?? false

/** Returns whether two months of a calendar stand beside each other in the main column of a detail. */
export const useHasRoomForMonths = createMediaHook('(min-width: 84rem)')

/**
 * Returns whether this is a computer, whose owner clicks, and shows passes on a phone: a mouse or a trackpad, and room
 * for two columns. A tablet under a finger is none.
 */
export const useIsComputer = createMediaHook('(pointer: fine) and (min-width: 64rem)')
