import { interest, interestDelete } from '#contract/calls/attraction.ts'
import { favouriteSet } from '#sync/outbox/commands/favouriteSet.ts'
import { keepAction } from './keep.ts'
import type { Outcome } from './outcome.ts'

/** The wish of `setFavourite`, kept on this phone or sent. */
export const keepFavourite = (gdsUid: string, on: boolean): Promise<Outcome<null>> =>
  keepAction(favouriteSet, { gdsUid, on }, 'favourites', (api, options) =>
    api.call(on ? interest : interestDelete, { query: { gdsUid } }, options),
  )
