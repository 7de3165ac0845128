import { createTransactions, type Transactions } from './transactions.ts'

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
