import type { Database, Tx } from '#server/db/connect.ts'
import * as store from './store.ts'

/** Sets or removes a favourite. Idempotent; setting it a second time keeps the first time. */
export const setFavourite = (tx: Tx, memberId: string, gdsUid: string, on: boolean, now: number): Promise<void> =>
  on ? store.insert(tx, memberId, gdsUid, now) : store.remove(tx, memberId, gdsUid)

/** Lists the member's favourites, newest first. */
export const listFavourites = (db: Database, memberId: string) => store.list(db, memberId)

export const countFavourites = (db: Database, memberId: string): Promise<number> => store.countOf(db, memberId)
