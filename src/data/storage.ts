import { useSyncExternalStore } from 'react'
import type { StorageState } from '#sync/storage.ts'
import { onPhone, phone } from './phone.ts'

export interface StorageView extends StorageState {
  /** Call when the person has read that storage was emptied (S20). */
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
 * Returns the state of the storage. `refused`: the browser stores nothing, and the app works online only. `full`: the
 * disk is full. `evicted`: the browser has emptied our storage.
 */
export const useStorage = (): StorageView => ({
  ...useSyncExternalStore(
    subscribe,
    () => phone()?.storage.status.get() ?? OK,
    () => OK,
  ),
  understood,
})
