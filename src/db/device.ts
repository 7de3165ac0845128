import { Dexie, type Table } from 'dexie'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import { DEVICE_DB, KEPT, type SessionPointer } from './names.ts'
import type { Kept, OutboxRow, SharedRow, Stamp } from './rows.ts'
import { createTransactions, type Transactions } from './transactions.ts'
import { DEVICE_VERSIONS } from './versions.ts'

/** The IndexedDB of a page; tests replace it. */
export interface Idb {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  transactions: Transactions
}

/** Returns the IndexedDB of one page, with a tracker of its transactions. */
export const idbOf = (indexedDB: IDBFactory, range: typeof IDBKeyRange): Idb => ({
  indexedDB,
  IDBKeyRange: range,
  transactions: createTransactions(),
})

/** The key pair of this installation; its private part cannot be exported (L1). */
export interface DeviceKey {
  algorithm: 'Ed25519' | 'P-256'
  /** Raw, base64url: 32 bytes, or 33 (compressed point). */
  publicKey: string
  privateKey: CryptoKey
}

/** A member database to wipe, so that an interrupted wipe is finished at the next start (S8). */
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

/** The device database: shared answers, the session pointer, the device key, and the outbox of guests and sign-outs. */
export class DeviceDb extends Dexie {
  declare kept: Table<Kept, string>
  declare shared: Table<SharedRow, string>
  declare stamps: Table<Stamp, string>
  declare inquiries: Table<Inquiry, string>
  declare outbox: Table<OutboxRow, number>

  constructor(idb: Idb) {
    // Without Dexie's query cache, because views read mirror and outbox in one transaction (M7).
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
