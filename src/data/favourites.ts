import { interest, interestDelete } from '#contract/calls/attraction.ts'
import type { Favourite } from '#db/member.ts'
import { projectFavourites, type ProjectedFavourites } from '#sync/mirror/project.ts'
import { favouriteSet } from '#sync/outbox/commands/favouriteSet.ts'
import { keepOrSend } from './keep.ts'
import { homeOf, lookAgain, ownerKey, remembered } from './member.ts'
import { no, type Outcome, type Waiting } from './outcome.ts'
import { started } from './phone.ts'
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
  const made = shapes.get(row) ?? shape(row)
  shapes.set(row, made)
  return made
}
const NONE = shape({ list: [], waiting: new Map() })

const view = createView<ProjectedFavourites, FavouritesView>({
  initial: NONE,
  query: (here) => {
    const home = homeOf(here)
    if (!home) return null
    const { db } = home
    const read = () =>
      db.transaction('r', [db.favourites, db.outbox], async () =>
        projectFavourites(
          await db.favourites.toArray(),
          await db.outbox.orderBy('seq').toArray(),
          here.platform.wall(),
        ),
      )
    return { key: home.key, read }
  },
  shape: (row, here) => {
    if (row) return shapeOnce(row)
    const told = remembered<Favourite[]>(here, 'favourites')
    return told ? shape({ list: told.data, waiting: new Map() }) : NONE
  },
})
const again = lookAgain('favourites')

export const useFavourites = (): FavouritesView => {
  useRefreshed(again, ownerKey())
  return useView(view)
}

/** Answers when it is kept on this phone. Anonymous: `E_TOKEN`. */
export const setFavourite = async (gdsUid: string, on: boolean): Promise<Outcome<null>> => {
  const here = await started()
  const now = here.session.here.get()
  if (!('memberId' in now)) return no('E_TOKEN')
  return keepOrSend(here, here.memberOutbox(), favouriteSet, { gdsUid, on }, async (key) => {
    const call = on ? interest : interestDelete
    const answer = await here.api.call(call, { query: { gdsUid } }, { key, owner: now.memberId })
    if (answer.ok) await here.pulls.part('favourites', true)
    return answer
  })
}
