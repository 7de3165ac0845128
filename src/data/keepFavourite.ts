import { interest, interestDelete } from '#contract/calls/attraction.ts'
import { favouriteSet } from '#sync/outbox/commands/favouriteSet.ts'
import { keepAction, type Delivery } from './keep.ts'
import type { Outcome } from './outcome.ts'

/** Stores or sends the action of `setFavourite`, which loads this module lazily. */
export const keepFavourite = (gdsUid: string, on: boolean): Promise<Outcome<Delivery>> =>
  keepAction(favouriteSet, { gdsUid, on }, 'favourites', (api, options) =>
    api.call(on ? interest : interestDelete, { query: { gdsUid } }, options),
  )
