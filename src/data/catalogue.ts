import { useSyncExternalStore } from 'react'
import { firstCatalogue } from '#api/first.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Phone } from '#sync/phone.ts'
import type { Status } from './outcome.ts'
import { locale, phone } from './phone.ts'
import { refreshShared, sharedView } from './shared.ts'
import { useRefreshed } from './view.ts'

export interface CatalogueView {
  status: Status
  data: Catalogue | undefined
  /** When a server said it, ms. */
  at: number | null
  refresh: () => Promise<void>
}

const of = (here: Phone) => here.reads.catalogue(here.locale())
const view = sharedView<Catalogue>(of)
const refresh = () => refreshShared(of, true)
const lookAgain = () => {
  if (phone()) void refreshShared(of, false)
}

let provided: Pick<CatalogueView, 'status' | 'data' | 'at'> = view.initial
/** What is shown before there is a phone: at build time, and on a first visit. `at`: when a server said it. */
export const provideCatalogue = (data: Catalogue, at: number | null = null): void => {
  provided = { status: 'ready', data, at }
}
const get = () => (view.get().status === 'ready' ? view.get() : provided.data ? provided : view.get())

/** Ends once a first render has the city: from this phone, else from the server or its failure. */
export const catalogueReady = async (): Promise<void> => {
  await view.settled()
  if (view.get().status === 'loading') await refreshShared(of, false)
}

/** The same on a first visit, without a phone. False: the server did not answer. */
export const catalogueAsked = async (): Promise<boolean> => {
  const data = await firstCatalogue(locale())
  if (data) provideCatalogue(data, Date.now())
  return data !== null
}

/** The city in the current language, from this phone first, refreshed in the background. */
export const useCatalogue = (): CatalogueView => {
  useRefreshed(lookAgain, locale())
  return { ...useSyncExternalStore(view.subscribe, get, () => provided), refresh }
}
