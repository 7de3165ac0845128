import type { Dexie } from 'dexie'

/**
 * The transactions of one page. A page that is left may be kept as it stands, to be gone back to. Safari keeps its open
 * transactions too: they stand still, and whoever reads or writes the same tables waits for them without end. So a page
 * that is left takes none along.
 */
export interface Transactions {
  follow: (db: Dexie) => void
  /** The page is left: what is not written yet is not written, and nothing begins any more. */
  end: () => void
  /** The page is gone back to. True: something was broken off; it stays ended, and must be made anew. */
  again: () => boolean
  /** Nothing begins any more. */
  over: () => boolean
}

export const createTransactions = (): Transactions => {
  const running = new Set<IDBTransaction>()
  let left = false
  let broken = false
  return {
    follow: (db) => {
      db.use({
        stack: 'dbcore',
        name: 'transactions',
        create: (core) => ({
          ...core,
          transaction: (stores, mode, options) => {
            if (left) {
              broken = true
              throw new DOMException('the page is left', 'AbortError')
            }
            const begun = core.transaction(stores, mode, options)
            const transaction = begun as unknown as IDBTransaction
            running.add(transaction)
            for (const end of ['complete', 'abort']) {
              transaction.addEventListener(end, () => running.delete(transaction))
            }
            return begun
          },
        }),
      })
    },
    end: () => {
      left = true
      for (const transaction of running) {
        try {
          transaction.abort()
          broken = true
        } catch {
          // It is just being written: that needs nobody.
        }
      }
    },
    again: () => {
      if (left) left = broken
      return left
    },
    over: () => left,
  }
}
