import type { Database, Tx } from '#server/db/connect.ts'
import type { Keys } from '#server/keys.ts'
import { storedCard, storedCode } from './hashes.ts'
import * as store from './store.ts'

const CHUNK = 500

const hashConflicts = async (tx: Tx, keys: Keys): Promise<void> => {
  for (const { entry, ...row } of await store.conflictsInClear(tx)) {
    const code = storedCode(keys, entry.code)
    if (code !== entry.code) await store.setConflictEntry(tx, { ...row, entry: { ...entry, code } })
  }
}

/**
 * Moves cards that an earlier release stored in clear to their hashed form, and hashes the cards in entries kept for the
 * desk. All or nothing; after it no number and no QR code stands in a table. At each start, for a server of that release
 * may have added some beside this one. A migration cannot: it does not know the secret.
 */
export const hashClearCards = (db: Database, keys: Keys): Promise<void> =>
  db.transaction(async (tx) => {
    const cards = await store.lockClear(tx)
    for (let from = 0; from < cards.length; from += CHUNK) {
      const rows = cards.slice(from, from + CHUNK).map(({ cardNumber, qrNumber, ...facts }) => ({
        ...storedCard(keys, { cardNum: cardNumber, qr: qrNumber }),
        ...facts,
      }))
      // One that is there already is the same card: an earlier release ran once more and was given it again.
      await store.insert(tx, rows)
    }
    if (cards.length > 0) await store.emptyClear(tx)
    await hashConflicts(tx, keys)
  })
