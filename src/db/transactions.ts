import type { Dexie } from 'dexie'

/**
 * The IndexedDB transactions of one page (S23). A page in the back and forward cache must hold none: Safari keeps them
 * open, and every other page that uses the same tables waits for ever.
 */
export interface Transactions {
  /** Tracks the transactions of a database; call it before the database opens. */
  track: (db: Dexie) => void
  /** Aborts all open transactions and refuses new ones, when the page is left. */
  abortAll: () => void
  /**
   * Allows transactions again, when the visitor goes back to the page. Returns true, and still refuses them, when one
   * was aborted or refused: reload then.
   */
  resume: () => boolean
  /** Returns true while new transactions are refused. */
  isClosed: () => boolean
}

/** Creates the tracker of a page's IndexedDB transactions. A transaction that it refuses fails with an `AbortError`. */
export const createTransactions = (): Transactions => {
  const running = new Set<IDBTransaction>()
  let closed = false
  let broken = false
  return {
    track: (db) => {
      db.use({
        stack: 'dbcore',
        name: 'transactions',
        create: (core) => ({
          ...core,
          transaction: (stores, mode, options) => {
            if (closed) {
              broken = true
              throw new DOMException('no transaction begins after the page was left', 'AbortError')
            }
            const coreTransaction = core.transaction(stores, mode, options)
            const transaction = coreTransaction as unknown as IDBTransaction
            running.add(transaction)
            for (const end of ['complete', 'abort']) {
              transaction.addEventListener(end, () => running.delete(transaction))
            }
            return coreTransaction
          },
        }),
      })
    },
    abortAll: () => {
      closed = true
      for (const transaction of running) {
        try {
          transaction.abort()
          broken = true
        } catch {
          // `abort` throws once the transaction is committing: it then ends by itself.
        }
      }
    },
    resume: () => {
      if (closed) closed = broken
      return closed
    },
    isClosed: () => closed,
  }
}
