import type { Table } from 'dexie'
import type { DeviceDb } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import { DEVICE_OWNER } from '#db/rows.ts'
import type { HomeDb } from './command.ts'

/** The member has signed out, or the browser has emptied the storage, since the home was opened; nothing is written. */
export class HomeClosedError extends Error {}

/** An open database and its owner, for the duration of one sign-in (S9). */
export interface Home<Db extends HomeDb = HomeDb> {
  owner: string
  db: Db
  /** Differs for each sign-in; what was read under another key no longer counts. */
  key: string
  /** Runs one transaction over all tables. Throws `HomeClosedError` when the ticket is no longer the one at opening. */
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/** Returns the home of a signed-in member. */
export const memberHome = (db: MemberDb, memberId: string, ticket: string): Home<MemberDb> => ({
  owner: memberId,
  db,
  key: `${db.name}:${ticket}`,
  transaction: (work) =>
    db.transaction('rw', db.tables as Table[], async () => {
      if ((await db.read('ticket')) !== ticket) throw new HomeClosedError()
      return work(db)
    }),
})

/** Returns the home of the device, which belongs to no member; its transactions never throw `HomeClosedError`. */
export const deviceHome = (db: DeviceDb): Home<DeviceDb> => ({
  owner: DEVICE_OWNER,
  db,
  key: db.name,
  transaction: (work) => db.transaction('rw', [db.outbox, db.inquiries, db.stamps, db.kept] as Table[], () => work(db)),
})
