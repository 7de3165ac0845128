import { Dexie, type Table } from 'dexie'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import { DEVICE_DB, VALUE_KEYS, type SessionPointer } from './names.ts'
import type { ValueRow, OutboxRow, SharedRow, Stamp } from './rows.ts'
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
  /** Raw, base64url: 32 bytes (Ed25519), or 33 for a compressed point (P-256). */
  publicKey: string
  privateKey: CryptoKey
}

/** A member database to wipe, so that an interrupted wipe is finished at the next start (S8). */
export interface Wipe {
  dbName: string
  keepOutbox: boolean
}

interface DeviceValues {
  [VALUE_KEYS.session]: SessionPointer
  [VALUE_KEYS.deviceKey]: DeviceKey
  [VALUE_KEYS.clock]: { offset: number; roundTrip: number; mark: number }
  [VALUE_KEYS.epoch]: string
  [VALUE_KEYS.wipes]: Wipe[]
}

/** The device database: shared answers, the session pointer, the device key, and the outbox of guests and sign-outs. */
export class DeviceDb extends Dexie {
  declare kept: Table<ValueRow, string>
  declare shared: Table<SharedRow, string>
  declare stamps: Table<Stamp, string>
  declare inquiries: Table<Inquiry, string>
  declare outbox: Table<OutboxRow, number>

  constructor(idb: Idb) {
    // Without Dexie's query cache, because views read mirror and outbox in one transaction (M7).
    super(DEVICE_DB, { ...idb, cache: 'disabled' })
    for (const { version, stores } of DEVICE_VERSIONS) this.version(version).stores(stores)
    idb.transactions.track(this)
  }

  async read<K extends keyof DeviceValues>(key: K): Promise<DeviceValues[K] | undefined> {
    return (await this.kept.get(key))?.value as DeviceValues[K] | undefined
  }

  async keep<K extends keyof DeviceValues>(key: K, value: DeviceValues[K]): Promise<void> {
    await this.kept.put({ key, value })
  }
}
