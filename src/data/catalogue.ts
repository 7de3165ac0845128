import type { Catalogue } from '#contract/calls/main.ts'
import type { Status } from './outcome.ts'

export interface CatalogueView {
  status: Status
  data: Catalogue | undefined
  /** When a server said it, ms. */
  at: number | null
  refresh: () => Promise<void>
}

/** The city in the current language, from this phone first, refreshed in the background. */
export const useCatalogue = (): CatalogueView => ({ status: 'loading', data: undefined, at: null, refresh: async () => {} })
