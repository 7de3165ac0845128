import { buyDetail, receipt, type Purchase, type PurchaseDetail } from '#contract/calls/purchase.ts'
import { outcome, type Outcome } from './outcome.ts'
import { createPartHook } from './partHook.ts'
import { withRuntime } from './withRuntime.ts'
export type { Purchase, PurchaseDetail } from '#contract/calls/purchase.ts'

const newestFirst = (list: Purchase[]): Purchase[] => list.toSorted((a, b) => b.orderedAt - a.orderedAt)

/** Returns the purchases of the last three months, newest first (spec 9.11). */
export const usePurchases = createPartHook<'purchases', { list: Purchase[] }>('purchases', {
  none: { list: [] },
  tables: (db) => [db.purchases],
  read: async (db) => ({ list: newestFirst(await db.purchases.toArray()) }),
  fromMemory: (list) => ({ list: newestFirst(list) }),
})

/** Resolves with one purchase of any age. Needs the server. `E_NOT_FOUND`: unpaid, or of another member. */
export const fetchPurchase = (ordUid: string): Promise<Outcome<PurchaseDetail>> =>
  withRuntime(async ({ api }) => outcome(await api.call(buyDetail, { params: { id: ordUid } })))

/** Resolves with the receipt of a purchase, a PDF in the language of the application. Needs the server. */
export const fetchReceipt = (ordUid: string): Promise<Outcome<Uint8Array<ArrayBuffer>>> =>
  withRuntime(async ({ api }) => outcome(await api.file(receipt, { params: { id: ordUid } })))
