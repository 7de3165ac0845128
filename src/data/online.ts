import { useSyncExternalStore } from 'react'
import { onPhone, phone } from './phone.ts'

const subscribe = (listener: () => void) =>
  onPhone(({ online }) => {
    listener()
    return online.subscribe(listener)
  })

/** Can the server be reached? The outcome of the last request, not what the phone believes. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => phone()?.online.get() ?? true,
    () => true,
  )

/** Asks the server now; false where this page has no phone yet. */
export const isHeard = async (): Promise<boolean> => (await phone()?.online.probe()) ?? false
