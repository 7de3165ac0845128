import { interest, interestDelete } from '#contract/calls/attraction.ts'
import type { Data } from '#contract/calls/call.ts'
import { lastWins, type Command } from '../command.ts'

export interface FavouriteSet {
  gdsUid: string
  /** The wished state, never a toggle (O2). */
  on: boolean
}

/** Sets or removes a favourite. */
export const favouriteSet: Command<FavouriteSet, Data<typeof interest>> = {
  name: 'favourite.set',
  version: 1,
  lane: ({ gdsUid }) => `fav:${gdsUid}`,
  coalesce: lastWins,
  dropOnRefusal: () => [],
  part: 'favourites',
  send: (api, { gdsUid, on }, { id, owner }) =>
    api.call(on ? interest : interestDelete, { query: { gdsUid } }, { key: id, owner }),
  apply: async (db, { gdsUid, interestYn }, _args, { writtenAt }) => {
    if (!('favourites' in db)) return
    if (interestYn === 'N') await db.favourites.delete(gdsUid)
    else if (!(await db.favourites.get(gdsUid))) await db.favourites.put({ gdsUid, at: writtenAt })
  },
}
