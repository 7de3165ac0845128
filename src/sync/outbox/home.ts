import type { Table } from 'dexie'
import type { DeviceDb } from '#db/device.ts'
import type { Idb } from '#db/idb.ts'
import { MemberDb } from '#db/member.ts'
import type { SessionPointer } from '#db/names.ts'
import { openDatabase } from '#db/open.ts'
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
  /** The ticket at the opening of a member's home. */
  ticket?: string
  /** Runs one transaction over all tables. Throws `HomeClosedError` when the ticket is no longer the one at opening. */
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/** Returns the home of a signed-in member. */
export const memberHome = (db: MemberDb, memberId: string, ticket: string): Home<MemberDb> => ({
  owner: memberId,
  db,
  key: `${db.name}:${ticket}`,
  ticket,
  transaction: (work) =>
    db.transaction('rw', db.tables as Table[], async () => {
      if ((await db.read('ticket')) !== ticket) throw new HomeClosedError()
      return work(db)
    }),
})

/** Opens the home of the member with the ticket that is there, else with a new one. Null while storage is refused. */
export const openMemberHome = async (
  idb: Idb,
  { dbName, memberId }: SessionPointer,
): Promise<Home<MemberDb> | null> => {
  let ticket: string = crypto.randomUUID()
  const take = (db: MemberDb) =>
    db.transaction('rw', db.kept, async () => {
      const previous = await db.read('ticket')
      if (previous === undefined) await db.keep('ticket', ticket)
      else ticket = previous
    })
  const db = await openDatabase(() => new MemberDb(dbName, idb), take)
  return db && memberHome(db, memberId, ticket)
}

/** Reads the ticket that is there now; undefined also when the database cannot be read. */
export const readTicket = (db: MemberDb): Promise<string | undefined> => db.read('ticket').catch(() => undefined)

/** Returns the home of the device, which belongs to no member; its transactions never throw `HomeClosedError`. */
export const deviceHome = (db: DeviceDb): Home<DeviceDb> => ({
  owner: DEVICE_OWNER,
  db,
  key: db.name,
  transaction: (work) => db.transaction('rw', [db.outbox, db.inquiries, db.stamps, db.kept] as Table[], () => work(db)),
})
