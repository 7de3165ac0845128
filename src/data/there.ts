import { useSyncExternalStore } from 'react'
import { onPhone, phone } from './phone.ts'

const subscribe = (listener: () => void) => onPhone(() => listener())

/** Returns whether the runtime is loaded. */
export const usePhoneThere = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => phone() !== null,
    () => false,
  )
