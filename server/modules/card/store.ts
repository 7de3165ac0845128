import { and, eq, inArray, sql } from 'drizzle-orm'
import { isPrintedNumber } from '#contract/rules/card.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { card, clearCard } from '#server/db/schema/card.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { pass } from '#server/db/schema/pass.ts'
import type { Keys } from '#server/keys.ts'
import { cardHash } from './hashes.ts'

export type Card = typeof card.$inferSelect

/** Finds a card by its printed number or its QR text. */
export const find = async (db: Database | Tx, keys: Keys, scanned: string): Promise<Card | undefined> =>
  (
    await db
      .select()
      .from(card)
      .where(eq(isPrintedNumber(scanned) ? card.numberHash : card.qrHash, cardHash(keys, scanned)))
  )[0]

/** Returns the cards of these passes. */
export const ofPasses = (db: Database | Tx, passUids: string[]): Promise<Card[]> =>
  passUids.length === 0 ? Promise.resolve([]) : db.select().from(card).where(inArray(card.passUid, passUids))

/** Returns all cards that are live or blocked. `isVoid`: the card's pass is void. */
export const outside = (db: Database) =>
  db
    .select({
      qrHash: card.qrHash,
      qrSealed: card.qrSealed,
      state: card.state,
      passUid: card.passUid,
      isVoid: sql<boolean>`${pass.voided} is not null`,
    })
    .from(card)
    .leftJoin(pass, eq(pass.passUid, card.passUid))
    .where(inArray(card.state, ['live', 'blocked']))

/** Maps the hashes of those numbers that exist to the hashes of their QR texts. */
export const qrHashes = async (tx: Tx, numberHashes: string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .select({ numberHash: card.numberHash, qrHash: card.qrHash })
    .from(card)
    .where(inArray(card.numberHash, numberHashes))
  return new Map(rows.map(({ numberHash, qrHash }) => [numberHash, qrHash]))
}

/** Replaces number and QR text of a card. No-op when there is none with that number. */
export const reprint = async (
  tx: Tx,
  numberHash: string,
  set: Pick<Card, 'numberHash' | 'lastFour' | 'qrHash' | 'qrSealed'>,
): Promise<void> => {
  await tx.update(card).set(set).where(eq(card.numberHash, numberHash))
}

/** Inserts cards; returns those that are new. */
export const insert = async (db: Database | Tx, rows: Card[]): Promise<Card[]> =>
  db.insert(card).values(rows).onConflictDoNothing().returning()

/**
 * Hands out a card: its state changes from `stock` to `live`, with its pass. Returns false when the card is not in
 * stock, or is of another product.
 */
export const handOut = async (
  tx: Tx,
  { numberHash, gdsUid, passUid, gateUid }: Pick<Card, 'numberHash' | 'gdsUid' | 'passUid' | 'gateUid'>,
): Promise<boolean> => {
  const rows = await tx
    .update(card)
    .set({ state: 'live', passUid, gateUid })
    .where(and(eq(card.numberHash, numberHash), eq(card.gdsUid, gdsUid), eq(card.state, 'stock')))
    .returning({ numberHash: card.numberHash })
  return rows.length === 1
}

/** Blocks the live cards of all passes that a member holds, also cards that were never registered. */
export const blockOf = async (tx: Tx, memberId: string): Promise<void> => {
  const held = tx.select({ passUid: pass.passUid }).from(pass).where(eq(pass.memberId, memberId))
  await tx
    .update(card)
    .set({ state: 'blocked' })
    .where(and(eq(card.state, 'live'), inArray(card.passUid, held)))
}

/** Records the first registration of a card; returns its time, also at later calls (ms UTC). */
export const noteRegistered = async (tx: Tx, numberHash: string, now: number): Promise<number> => {
  const rows = await tx
    .update(card)
    .set({ registeredAt: sql`coalesce(${card.registeredAt}, ${now})` })
    .where(eq(card.numberHash, numberHash))
    .returning({ registeredAt: card.registeredAt })
  return rows[0]?.registeredAt ?? now
}

/**
 * Locks the table of cards in plain text and reads it. Without the lock, `emptyClear` would also delete a card that
 * another server added after the read.
 */
export const lockClear = async (tx: Tx): Promise<(typeof clearCard.$inferSelect)[]> => {
  await tx.execute(sql`lock table ${clearCard} in access exclusive mode`)
  return tx.select().from(clearCard)
}

/** Truncates the table: deleted rows would stay in the database files until a vacuum. */
export const emptyClear = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`truncate table ${clearCard}`)
}

/** Locks and returns the conflicts whose code may be a card's in plain text. */
export const conflictsInClear = (tx: Tx) =>
  tx
    .select({ gateUid: gateConflict.gateUid, entryUid: gateConflict.entryUid, entry: gateConflict.entry })
    .from(gateConflict)
    .where(sql`${gateConflict.entry} ->> 'code' ~ '^[0-9A-Za-z[:space:]-]+$'`)
    .for('update')

/** Overwrites the stored journal entry of a conflict. */
export const setConflictEntry = async (
  tx: Tx,
  { gateUid, entryUid, entry }: Pick<typeof gateConflict.$inferSelect, 'gateUid' | 'entryUid' | 'entry'>,
): Promise<void> => {
  await tx
    .update(gateConflict)
    .set({ entry })
    .where(and(eq(gateConflict.gateUid, gateUid), eq(gateConflict.entryUid, entryUid)))
}
