import { useSyncExternalStore } from 'react'
import { onPhone, phone } from './phone.ts'

const subscribe = (listener: () => void) => onPhone(() => listener())

/** Is this page's phone there? What stands on it is fetched with it. */
export const usePhoneThere = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => phone() !== null,
    () => false,
  )
