import { useSyncExternalStore } from 'react'
import { onPhone, phone } from './phone.ts'

const EVENTS = ['online', 'offline'] as const

const subscribe = (listener: () => void) => {
  const end = onPhone(({ online }) => {
    listener()
    return online.subscribe(listener)
  })
  for (const event of EVENTS) addEventListener(event, listener)
  return () => {
    end()
    for (const event of EVENTS) removeEventListener(event, listener)
  }
}

/**
 * Can the server be reached? The outcome of the last request, not what the browser believes; until this page has a
 * phone that asks, which a first visit may have to fetch, the browser's word that there is no network.
 */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => phone()?.online.get() ?? navigator.onLine,
    () => true,
  )

/** Asks the server now; false where this page has no phone yet. */
export const isHeard = async (): Promise<boolean> => (await phone()?.online.probe()) ?? false
