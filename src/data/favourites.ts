import type { Favourite } from '#db/member.ts'
import type { ProjectedFavourites } from '#sync/mirror/project.ts'
import type { Delivery } from './queueAction.ts'
import { homeOf, createPartRefresh, ownerKey, partInMemory } from './member.ts'
import type { Outcome, Waiting } from './outcome.ts'
import { createView, useRefreshed, useView } from './view.ts'

export interface FavouritesView {
  has: (gdsUid: string) => boolean
  /** Newest first. */
  list: { gdsUid: string; at: number }[]
  count: number
  stateOf: (gdsUid: string) => Waiting | null
}

const shape = ({ list, waiting }: ProjectedFavourites): FavouritesView => {
  const set = new Set(list.map(({ gdsUid }) => gdsUid))
  return {
    list,
    count: list.length,
    has: (gdsUid) => set.has(gdsUid),
    stateOf: (gdsUid) => waiting.get(gdsUid) ?? null,
  }
}
const shapes = new WeakMap<ProjectedFavourites, FavouritesView>()
const shapeOnce = (row: ProjectedFavourites): FavouritesView => {
  const shaped = shapes.get(row) ?? shape(row)
  shapes.set(row, shaped)
  return shaped
}
const NONE = shape({ list: [], waiting: new Map() })

const view = createView<ProjectedFavourites, FavouritesView>({
  initial: NONE,
  query: (runtime) => {
    const home = homeOf(runtime)
    if (!home) return null
    return { key: home.key, read: () => runtime.reads.favourites(home.db) }
  },
  shape: (row, runtime) => {
    if (row) return shapeOnce(row)
    const answer = partInMemory<Favourite[]>(runtime, 'favourites')
    return answer ? shape({ list: answer.data, waiting: new Map() }) : NONE
  },
})
const refreshInBackground = createPartRefresh('favourites')

/** Returns the member's favourites with the queued changes; refreshes them in the background. */
export const useFavourites = (): FavouritesView => {
  useRefreshed(refreshInBackground, ownerKey())
  return useView(view)
}

/** Sets or removes a favourite; resolves when it is stored on this phone, or sent. `E_TOKEN`: nobody is signed in. */
export const setFavourite = async (gdsUid: string, on: boolean): Promise<Outcome<Delivery>> => {
  const { queueFavourite } = await import('./queueFavourite.ts')
  return queueFavourite(gdsUid, on)
}
