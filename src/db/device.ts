import { Dexie, type Table } from 'dexie'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import { DEVICE_DB, KEPT, type SessionPointer } from './names.ts'
import type { Kept, OutboxRow, SharedRow, Stamp } from './rows.ts'
import { createTransactions, type Transactions } from './transactions.ts'
import { DEVICE_VERSIONS } from './versions.ts'

/** Where IndexedDB is: a browser, or a test. */
export interface Idb {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  transactions: Transactions
}

/** For one page. */
export const idbOf = (indexedDB: IDBFactory, range: typeof IDBKeyRange): Idb => ({
  indexedDB,
  IDBKeyRange: range,
  transactions: createTransactions(),
})

/** The key that this installation signs with; the private part never leaves it. */
export interface DeviceKey {
  algorithm: 'Ed25519' | 'P-256'
  /** Raw, base64url: 32 bytes, or 33 (compressed point). */
  publicKey: string
  privateKey: CryptoKey
}

/** A member's database to be wiped, should the wipe itself have been interrupted. */
export interface Wipe {
  dbName: string
  keepOutbox: boolean
}

interface DeviceKept {
  [KEPT.session]: SessionPointer
  [KEPT.deviceKey]: DeviceKey
  [KEPT.clock]: { offset: number; roundTrip: number; mark: number }
  [KEPT.epoch]: string
  [KEPT.wipes]: Wipe[]
}

/** What belongs to the phone and not to a member: the city, who is signed in, the key, a guest's actions. */
export class DeviceDb extends Dexie {
  declare kept: Table<Kept, string>
  declare shared: Table<SharedRow, string>
  declare stamps: Table<Stamp, string>
  declare inquiries: Table<Inquiry, string>
  declare outbox: Table<OutboxRow, number>

  constructor(idb: Idb) {
    // Dexie's own cache of queries is off: what is shown comes from one transaction over mirror and outbox.
    super(DEVICE_DB, { ...idb, cache: 'disabled' })
    for (const { version, stores } of DEVICE_VERSIONS) this.version(version).stores(stores)
    idb.transactions.follow(this)
  }

  async read<K extends keyof DeviceKept>(key: K): Promise<DeviceKept[K] | undefined> {
    return (await this.kept.get(key))?.value as DeviceKept[K] | undefined
  }

  async keep<K extends keyof DeviceKept>(key: K, value: DeviceKept[K]): Promise<void> {
    await this.kept.put({ key, value })
  }
}
