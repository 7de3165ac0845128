import type { Catalogue } from '#contract/calls/main.ts'
import type { Locale } from '#contract/locales.ts'
import type { Status } from './outcome.ts'

export interface CatalogueView {
  status: Status
  data: Catalogue | undefined
  /** When a server said it, ms. */
  at: number | null
  refresh: () => Promise<void>
}

let provided: { locale: Locale; catalogue: Catalogue } | undefined
/** Used by the build, which draws the shells with it: `useCatalogue` answers it, `ready`, where there is no storage. */
export const provideCatalogue = (locale: Locale, catalogue: Catalogue): void => {
  provided = { locale, catalogue }
}

/** The city in the current language, from this phone first, refreshed in the background. */
export const useCatalogue = (): CatalogueView => ({
  status: provided ? 'ready' : 'loading',
  data: provided?.catalogue,
  at: null,
  refresh: async () => {},
})
