import type { Table } from 'dexie'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import type { GoodsKind, PassType } from '#contract/codes.ts'
import type { Idb } from './idb.ts'
import { DEVICE_DB, VALUE_KEYS, type SessionPointer } from './names.ts'
import type { OutboxRow, SharedRow, Stamp } from './rows.ts'
import { ValueDb } from './valueDb.ts'
import { DEVICE_VERSIONS } from './versions.ts'

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

/** What a visitor has put into the cart, as it was then: the server prices it again before a payment. */
export interface CartLine {
  gdsUid: string
  /** The option; a line is of passes or, with a `priceSn`, of goods. */
  gdsDtlUid: string
  kind: 'pass' | GoodsKind
  /** Passes only. */
  passType: PassType | null
  /** Goods only: the nights, departure or voucher. */
  priceSn: string | null
  /** Goods only, ms: when it begins, and for a stay when it ends. */
  startsAt: number | null
  endsAt: number | null
  /** In the language in which it was put in. */
  name: string
  option: string
  count: number
  /** KRW of one unit. */
  unitPrice: number
  /** The order of a cart that is being paid with this line; null: none. */
  ordUid: string | null
}

interface DeviceValues {
  [VALUE_KEYS.session]: SessionPointer
  [VALUE_KEYS.deviceKey]: DeviceKey
  [VALUE_KEYS.clock]: { offset: number; roundTrip: number; mark: number }
  [VALUE_KEYS.epoch]: string
  [VALUE_KEYS.wipes]: Wipe[]
  [VALUE_KEYS.cart]: CartLine[]
}

/** The device database: shared answers, the session pointer, the device key, and the outbox of guests and sign-outs. */
export class DeviceDb extends ValueDb<DeviceValues> {
  declare shared: Table<SharedRow, string>
  declare stamps: Table<Stamp, string>
  declare inquiries: Table<Inquiry, string>
  declare outbox: Table<OutboxRow, number>

  constructor(idb: Idb) {
    super(DEVICE_DB, DEVICE_VERSIONS, idb)
  }
}
