import type { Database, Tx } from '#server/db/connect.ts'
import * as store from './store.ts'

/** The desired state, not a toggle: writing it twice is writing it once. The first marking keeps its time. */
export const setFavourite = (tx: Tx, memberId: string, gdsUid: string, on: boolean, now: number): Promise<void> =>
  on ? store.insert(tx, memberId, gdsUid, now) : store.remove(tx, memberId, gdsUid)

/** The member's favourites, newest first. */
export const listFavourites = (db: Database, memberId: string) => store.list(db, memberId)

export const countFavourites = (db: Database, memberId: string): Promise<number> => store.countOf(db, memberId)
