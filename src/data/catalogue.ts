import { firstCatalogue } from '#api/firstCatalogue.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import type { Status } from './outcome.ts'
import { locale, runtime } from './runtime.ts'
import { refreshShared, sharedView } from './shared.ts'
import { useRefreshed, useView, type View } from './view.ts'

export interface CatalogueView {
  status: Status
  data: Catalogue | undefined
  /** When a server last sent it, ms; null for none, and at build time. */
  at: number | null
  refresh: () => Promise<void>
}

const of = (runtime: ClientRuntime) => runtime.reads.catalogue(runtime.locale())
const stored = sharedView<Catalogue>(of)
const refresh = () => refreshShared(of, true)
const refreshInBackground = () => {
  if (runtime()) void refreshShared(of, false)
}

let provided: Omit<CatalogueView, 'refresh'> = stored.initial
/** Sets the catalogue that is shown before the runtime is loaded: at build time, and on a first visit. `at` in ms. */
export const provideCatalogue = (data: Catalogue, at: number | null = null): void => {
  provided = { status: 'ready', data, at }
}
const view: View<typeof provided> = {
  get initial() {
    return provided
  },
  get: () => (stored.get().status !== 'ready' && provided.data ? provided : stored.get()),
  subscribe: stored.subscribe,
}

/** Resolves once the catalogue for the first render was read from this phone or, without one, the server was asked. */
export const catalogueReady = async (): Promise<void> => {
  await stored.settled()
  if (stored.get().status === 'loading') await refreshShared(of, false)
}

/** Fetches the catalogue on a first visit, without the runtime. Resolves false when the server did not answer. */
export const fetchCatalogueOnFirstVisit = async (): Promise<boolean> => {
  const data = await firstCatalogue(locale())
  if (data) provideCatalogue(data, Date.now())
  return data !== null
}

/** Returns the catalogue in the current language, from this phone first; refreshes it in the background. */
export const useCatalogue = (): CatalogueView => {
  useRefreshed(refreshInBackground, locale())
  return { ...useView(view), refresh }
}
