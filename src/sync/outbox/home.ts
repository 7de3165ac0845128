import type { Table } from 'dexie'
import type { DeviceDb } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import { DEVICE_OWNER } from '#db/rows.ts'
import type { HomeDb } from './command.ts'

/** Somebody signed out (or the browser emptied the storage) since this was begun: nothing is written. */
export class Gone extends Error {}

/** The database of one owner, as long as this owner is the one who is signed in. */
export interface Home<Db extends HomeDb = HomeDb> {
  owner: string
  db: Db
  /** Another one for each sign-in: what is read of an older one is over. */
  key: string
  /** One transaction over all tables; throws `Gone` when the ticket is not the one that this was opened with. */
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

export const memberHome = (db: MemberDb, memberId: string, ticket: string): Home<MemberDb> => ({
  owner: memberId,
  db,
  key: `${db.name}:${ticket}`,
  transaction: (work) =>
    db.transaction('rw', db.tables as Table[], async () => {
      if ((await db.read('ticket')) !== ticket) throw new Gone()
      return work(db)
    }),
})

export const deviceHome = (db: DeviceDb): Home<DeviceDb> => ({
  owner: DEVICE_OWNER,
  db,
  key: db.name,
  transaction: (work) => db.transaction('rw', [db.outbox, db.inquiries, db.stamps, db.kept] as Table[], () => work(db)),
})
