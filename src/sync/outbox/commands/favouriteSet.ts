import { msg } from '@lingui/core/macro'
import { interest, interestDelete } from '#contract/calls/attraction.ts'
import type { Data } from '#contract/calls/call.ts'
import { lastWins, type Command } from '../command.ts'

export interface FavouriteSet {
  gdsUid: string
  /** The wished state, never a toggle (O2). */
  on: boolean
}

/** Sets or removes a favourite. */
export const favouriteSet: Command<'favourite.set', FavouriteSet, Data<typeof interest>> = {
  name: 'favourite.set',
  version: 1,
  home: 'member',
  lane: ({ gdsUid }) => `fav:${gdsUid}`,
  coalesce: lastWins,
  dropOnRefusal: () => [],
  send: (api, { gdsUid, on }, { id, owner }) =>
    api.call(on ? interest : interestDelete, { query: { gdsUid } }, { key: id, owner }),
  apply: async (db, { gdsUid, interestYn, at }, _args, { writtenAt }) => {
    if (!('favourites' in db)) return
    if (interestYn === 'N') await db.favourites.delete(gdsUid)
    // Answers that an earlier release has stored have no `at`.
    else await db.favourites.put({ gdsUid, at: at ?? (await db.favourites.get(gdsUid))?.at ?? writtenAt })
  },
  part: 'favourites',
  project: ({ list, waiting }, { gdsUid, on }, { writtenAt }, state) => {
    waiting.set(gdsUid, state)
    if (state === 'refused') return
    if (!on) list.delete(gdsUid)
    else if (!list.has(gdsUid)) list.set(gdsUid, { gdsUid, at: writtenAt })
  },
  describe: ({ gdsUid, on }) => ({ title: on ? msg`Add a favourite` : msg`Remove a favourite`, gdsUid }),
  refusals: {},
  isShownLocked: true,
  hidesPass: false,
}
