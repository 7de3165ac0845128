import { useSyncExternalStore } from 'react'
import { phone } from './phone.ts'

const subscribe = (listener: () => void) => phone().online.subscribe(listener)

/** Can the server be reached? The outcome of the last request, not what the phone believes. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => phone().online.get(),
    () => true,
  )
