import type { Attraction } from '#contract/calls/attraction.ts'
import type { ProjectedFavourites } from '#sync/mirror/project.ts'
import type { Delivery } from './queueAction.ts'
import { useCatalogue } from './catalogue.ts'
import type { Outcome, Waiting } from './outcome.ts'
import { createPartHook } from './partHook.ts'

interface Favourites {
  has: (gdsUid: string) => boolean
  /** Newest first. */
  list: { gdsUid: string; at: number }[]
  stateOf: (gdsUid: string) => Waiting | null
}

const favouritesOf = ({ list, waiting }: ProjectedFavourites): Favourites => {
  const set = new Set(list.map(({ gdsUid }) => gdsUid))
  return { list, has: (gdsUid) => set.has(gdsUid), stateOf: (gdsUid) => waiting.get(gdsUid) ?? null }
}
const fromMemory = (list: Favourites['list']) => favouritesOf({ list, waiting: new Map() })

/** Returns the member's favourites with the queued changes; `at` is null while no server has sent them. */
export const useFavourites = createPartHook<'favourites', Favourites>('favourites', {
  none: fromMemory([]),
  tables: (db) => [db.favourites, db.outbox],
  read: async (db, { reads }) => favouritesOf(await reads.favourites(db)),
  fromMemory,
  shownLocked: true,
})

/**
 * Returns the favourites that the catalogue has, newest first. Null while the catalogue is not loaded, and while the
 * favourites are not, unless one is queued.
 */
export const useFavouritePlaces = (): Attraction[] | null => {
  const { list, at } = useFavourites()
  const attractions = useCatalogue().data?.attractions
  if (!attractions || (at === null && list.length === 0)) return null
  const places = new Map(attractions.map((place) => [place.gdsUid, place]))
  return list.flatMap(({ gdsUid }) => places.get(gdsUid) ?? [])
}

/** Sets or removes a favourite; resolves when it is stored on this phone, or sent. `E_TOKEN`: nobody is signed in. */
export const setFavourite = async (gdsUid: string, on: boolean): Promise<Outcome<Delivery>> => {
  const { queueFavourite } = await import('./queueFavourite.ts')
  return queueFavourite(gdsUid, on)
}
