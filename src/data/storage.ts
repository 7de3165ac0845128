export interface StorageView {
  /** `refused`: this browser keeps nothing here, the app works online only. `full`: no room for more. */
  state: 'ok' | 'refused' | 'full'
  /** The browser has emptied our storage since the last visit. */
  evicted: boolean
  /** The person has read it. */
  understood: () => void
}

export const useStorage = (): StorageView => ({ state: 'ok', evicted: false, understood: () => {} })
