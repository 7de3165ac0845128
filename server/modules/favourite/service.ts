import type { Database, Tx } from '#server/db/connect.ts'
import * as store from './store.ts'

/** Adds a favourite. Idempotent; returns the time (ms UTC) at which it was first added. */
export const addFavourite = (tx: Tx, memberId: string, gdsUid: string, now: number): Promise<number> =>
  store.insert(tx, memberId, gdsUid, now)

/** Removes a favourite. Idempotent. */
export const removeFavourite = (tx: Tx, memberId: string, gdsUid: string): Promise<void> =>
  store.remove(tx, memberId, gdsUid)

/** Lists the member's favourites as `{ gdsUid, at }`, newest first, also those whose goods have left the catalogue. */
export const listFavourites = (db: Database, memberId: string): Promise<{ gdsUid: string; at: number }[]> =>
  store.list(db, memberId)

/** Counts a member's favourites, also those whose goods have left the catalogue. */
export const countFavourites = (db: Database, memberId: string): Promise<number> => store.countOf(db, memberId)
