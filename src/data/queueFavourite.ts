import { favouriteSet } from '#sync/outbox/commands/favouriteSet.ts'
import { queueAction, type Delivery } from './queueAction.ts'
import type { Outcome } from './outcome.ts'

/** Stores or sends the action of `setFavourite`, which loads this module lazily. */
export const queueFavourite = (gdsUid: string, on: boolean): Promise<Outcome<Delivery>> =>
  queueAction(favouriteSet, { gdsUid, on })
