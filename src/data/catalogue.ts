import { useSyncExternalStore } from 'react'
import type { Catalogue } from '#contract/calls/main.ts'
import { sharedCatalogue } from '#sync/mirror/shared.ts'
import type { Phone } from '#sync/phone.ts'
import type { Status } from './outcome.ts'
import { phone } from './phone.ts'
import { refreshShared, sharedView } from './shared.ts'
import { useRefreshed } from './view.ts'

export interface CatalogueView {
  status: Status
  data: Catalogue | undefined
  /** When a server said it, ms. */
  at: number | null
  refresh: () => Promise<void>
}

const of = (here: Phone) => sharedCatalogue(here.locale())
const view = sharedView<Catalogue>(of)
const refresh = () => refreshShared(of, true)
const lookAgain = () => void refreshShared(of, false)

let provided: Pick<CatalogueView, 'status' | 'data' | 'at'> = view.initial
/** What shells are drawn with at build time, where there is no phone. */
export const provideCatalogue = (data: Catalogue): void => {
  provided = { status: 'ready', data, at: null }
}

/** Ends once a first render has the city: from this phone, else from the server or its failure. */
export const catalogueReady = async (): Promise<void> => {
  await view.settled()
  if (view.get().status === 'loading') await refreshShared(of, false)
}

/** As it is offered here, by as the server said it: one said, one offered. */
const offered = new WeakMap<Catalogue, Catalogue>()

/** Card passes are collected with a voucher. Until its screen is here, they are shown as coming. */
const offer = (said: Catalogue): Catalogue => {
  const known = offered.get(said)
  if (known) return known
  const products = said.products.map((one) => (one.medium === 'card' ? { ...one, saleYn: 'N' as const } : one))
  const made = { ...said, products }
  offered.set(said, made)
  return made
}

/** The city in the current language, from this phone first, refreshed in the background. */
export const useCatalogue = (): CatalogueView => {
  useRefreshed(lookAgain, phone().locale())
  const { data, ...more } = useSyncExternalStore(view.subscribe, view.get, () => provided)
  return { ...more, data: data && offer(data), refresh }
}
