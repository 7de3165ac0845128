import { useSyncExternalStore } from 'react'
import type { StorageState } from '#sync/storage.ts'
import { onRuntime, runtime } from './runtime.ts'

export interface StorageView extends StorageState {
  /** Records that the person has read that storage was emptied (S20). */
  dismissEviction: () => void
}

const OK: StorageState = { state: 'ok', evicted: false }
const subscribe = (listener: () => void) =>
  onRuntime(({ storage }) => {
    listener()
    return storage.status.subscribe(listener)
  })
const dismissEviction = () => runtime()?.storage.dismissEviction()

/**
 * Returns the state of the storage. `refused`: the browser stores nothing, and the app works online only. `full`: the
 * disk is full. `evicted`: the browser has emptied our storage.
 */
export const useStorage = (): StorageView => ({
  ...useSyncExternalStore(
    subscribe,
    () => runtime()?.storage.status.get() ?? OK,
    () => OK,
  ),
  dismissEviction,
})
