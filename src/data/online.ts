import { useSyncExternalStore } from 'react'
import { onRuntime, runtime } from './runtime.ts'

const EVENTS = ['online', 'offline'] as const

const subscribe = (listener: () => void) => {
  const end = onRuntime(({ online }) => {
    listener()
    return online.subscribe(listener)
  })
  for (const event of EVENTS) addEventListener(event, listener)
  return () => {
    end()
    for (const event of EVENTS) removeEventListener(event, listener)
  }
}

/** Returns the online status: the outcome of the last request (O39), or `navigator.onLine` before the first. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => runtime()?.online.get() ?? navigator.onLine,
    () => true,
  )

/** Sends a probe and resolves with the status; false while the runtime is not loaded. */
export const probeServer = async (): Promise<boolean> => (await runtime()?.online.probe()) ?? false
