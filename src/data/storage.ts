import type { StorageState } from '#sync/storage.ts'
import { runtime } from './runtime.ts'
import { createRuntimeView, useView } from './view.ts'

export interface StorageView extends StorageState {
  /** Records that the person has read that storage was emptied (S20). */
  dismissEviction: () => void
}

const OK: StorageState = { state: 'ok', evicted: false }
const view = createRuntimeView(
  OK,
  (runtime) => runtime?.storage.status.get() ?? OK,
  ({ storage }) => storage.status,
)
const dismissEviction = () => runtime()?.storage.dismissEviction()

/**
 * Returns the state of the storage. `refused`: storage does not open or answer, and the app works online only (S18).
 * `full`: the disk is full. `evicted`: the browser has emptied our storage.
 */
export const useStorage = (): StorageView => ({ ...useView(view), dismissEviction })
