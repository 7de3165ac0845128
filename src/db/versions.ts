import type { Transaction } from 'dexie'
import type { DrawnCode, PassRow } from './names.ts'

/**
 * One released version of a database. The lists are oldest first and append only, because a phone may upgrade from any
 * of them (S24). In `stores`, `++` is an auto-incremented key, `&` a unique one, and the others are indexes.
 */
export interface Version {
  version: number
  stores: Record<string, string>
  /** Runs in the transaction of the upgrade. */
  upgrade?: (transaction: Transaction) => Promise<unknown>
}

/** Versions of the device database. */
export const DEVICE_VERSIONS: readonly Version[] = [
  { version: 1, stores: { kept: '&key', shared: '&key', stamps: '&key', inquiries: '&id', outbox: '++seq,&id,lane' } },
]

/** Versions of the member databases. */
export const MEMBER_VERSIONS: readonly Version[] = [
  {
    version: 1,
    stores: {
      kept: '&key',
      stamps: '&key',
      passes: '&passUid',
      favourites: '&gdsUid',
      inquiries: '&id',
      outbox: '++seq,&id,lane',
    },
  },
  {
    version: 2,
    stores: {
      gifts: '&giftUid',
      history: '&entryUid',
      newsfeed: '&newsUid',
      coupons: '&couponUid',
      purchases: '&ordUid',
      reservations: '&rsvtUid',
      vouchers: '&rsvtUid',
      cards: '&passUid',
    },
  },
  {
    version: 3,
    stores: { drawn: '&passUid' },
    // Copied, not moved: a tab that is still open and runs the release before finds its codes in `passes`. The next
    // pull replaces these rows.
    upgrade: async (transaction) => {
      const rows: (PassRow & { drawn: DrawnCode | null })[] = await transaction.table('passes').toArray()
      const codes = rows.flatMap(({ passUid, pass: { epoch }, drawn }) => (drawn ? { passUid, epoch, ...drawn } : []))
      await transaction.table('drawn').bulkAdd(codes)
    },
  },
  { version: 4, stores: { photos: '&id,inquiryId', photoBytes: '&id' } },
]

/** Versions of the gate database. */
export const GATE_VERSIONS: readonly Version[] = [
  { version: 1, stores: { kept: '&key', entries: '++seq,&entryUid', seen: '&id,at', passes: '&key,heardAt' } },
]
