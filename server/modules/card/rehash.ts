import type { Database, Tx } from '#server/db/connect.ts'
import type { Keys } from '#server/keys.ts'
import { hashChanges, resealQr, storedCard, storedCode } from './hashes.ts'
import * as store from './store.ts'

const BATCH_ROWS = 500

const hashConflicts = async (tx: Tx, keys: Keys): Promise<void> => {
  for (const { entry, ...row } of await store.conflictsInClear(tx)) {
    const code = storedCode(keys, entry.code)
    if (code !== entry.code) await store.setConflictEntry(tx, { ...row, entry: { ...entry, code } })
  }
}

/**
 * Moves cards that an earlier release stored in plain text to their hashed form, and hashes the card codes in
 * conflicts, in one transaction. Runs at each start: a server of that release, still running, may have added more. A
 * migration could not do it: it does not know the secret.
 */
export const hashClearCards = (db: Database, keys: Keys): Promise<void> =>
  db.transaction(async (tx) => {
    const cards = await store.lockClear(tx)
    for (let from = 0; from < cards.length; from += BATCH_ROWS) {
      const batch = cards
        .slice(from, from + BATCH_ROWS)
        .map(({ cardNumber, qrNumber, ...facts }) => ({ printed: { cardNum: cardNumber, qr: qrNumber }, facts }))
      // A row that exists is the same card: an earlier release ran once more and stored it again.
      const existing = await store.underFormerRoots(
        tx,
        keys,
        batch.map(({ printed }) => printed),
      )
      const rows = batch.flatMap(({ printed, facts }) =>
        existing.has(printed) ? [] : [{ ...storedCard(keys, printed), ...facts }],
      )
      if (rows.length > 0) await store.insert(tx, rows)
    }
    if (cards.length > 0) await store.emptyClear(tx)
    await hashConflicts(tx, keys)
  })

/**
 * Seals QR texts that another root has sealed under the root that signs, in batches; returns how many. Printed numbers
 * stay under the root with which they were loaded: only their hashes are stored.
 */
export const resealCards = async (db: Database, keys: Keys): Promise<number> => {
  let [after, sealedCount] = ['', 0]
  for (let isOver = false; !isOver;)
    await db.transaction(async (tx) => {
      const rows = await store.lockBehind(tx, after, BATCH_ROWS)
      const changes: ReturnType<typeof hashChanges> = []
      for (const row of rows) {
        const sealed = resealQr(keys, row)
        if (!sealed) continue
        await store.reprint(tx, row.numberHash, sealed)
        changes.push(...hashChanges(row, sealed))
        sealedCount += 1
      }
      await store.renameInConflicts(tx, changes)
      after = rows.at(-1)?.numberHash ?? after
      isOver = rows.length < BATCH_ROWS
    })
  return sealedCount
}
