import { useSyncExternalStore } from 'react'
import type { StorageState } from '#sync/storage.ts'
import { onPhone, phone } from './phone.ts'

export interface StorageView extends StorageState {
  /** The person has read that storage was emptied. */
  understood: () => void
}

const OK: StorageState = { state: 'ok', evicted: false }
const subscribe = (listener: () => void) =>
  onPhone(({ storage }) => {
    listener()
    return storage.status.subscribe(listener)
  })
const understood = () => phone()?.storage.understood()

/**
 * `refused`: this browser keeps nothing here, the app works online only. `full`: no room for more. `evicted`: the
 * browser has emptied our storage since it was last seen.
 */
export const useStorage = (): StorageView => ({
  ...useSyncExternalStore(
    subscribe,
    () => phone()?.storage.status.get() ?? OK,
    () => OK,
  ),
  understood,
})
