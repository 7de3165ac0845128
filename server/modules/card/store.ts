import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { isPrintedNumber } from '#contract/rules/card.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { card, clearCard } from '#server/db/schema/card.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { pass } from '#server/db/schema/pass.ts'
import type { Keys } from '#server/keys.ts'
import { cardHashes, type PrintedCard, STORED } from './hashes.ts'

export type Card = typeof card.$inferSelect
/** The columns that derive from a root. */
export type CardHashes = Pick<Card, 'numberHash' | 'qrHash' | 'qrSealed'>

/** States of cards that are in travellers' hands. */
const OUTSIDE = ['live', 'blocked'] as const

/** Finds a card by its printed number or its QR text. */
export const find = async (db: Database | Tx, keys: Keys, scanned: string): Promise<Card | undefined> =>
  (
    await db
      .select()
      .from(card)
      .where(inArray(isPrintedNumber(scanned) ? card.numberHash : card.qrHash, cardHashes(keys, scanned)))
  )[0]

/** Returns which of these cards exist under a root that signs no longer, where the indexes do not see them. */
export const underFormerRoots = async (
  db: Database | Tx,
  keys: Keys,
  cards: readonly PrintedCard[],
): Promise<Set<PrintedCard>> => {
  if (keys.roots.length === 1) return new Set()
  const byHash = new Map(
    cards.flatMap((one) =>
      cardHashes(keys, one.cardNum)
        .slice(1)
        .map((hash) => [hash, one] as const),
    ),
  )
  const rows = await db
    .select({ numberHash: card.numberHash })
    .from(card)
    .where(inArray(card.numberHash, [...byHash.keys()]))
  return new Set(rows.flatMap(({ numberHash }) => byHash.get(numberHash) ?? []))
}

/** Locks and returns up to `n` cards behind the hash `after`, in the order of their hashes. */
export const lockBehind = (tx: Tx, after: string, n: number) =>
  tx
    .select({ numberHash: card.numberHash, qrHash: card.qrHash, qrSealed: card.qrSealed })
    .from(card)
    .where(gt(card.numberHash, after))
    .orderBy(asc(card.numberHash))
    .limit(n)
    .for('update')

/** Returns the cards of these passes. */
export const ofPasses = (db: Database | Tx, passUids: string[]): Promise<Card[]> =>
  passUids.length === 0 ? Promise.resolve([]) : db.select().from(card).where(inArray(card.passUid, passUids))

/** Returns all cards that are live or blocked. `isOutOfUse`: the card's pass is void, or in a refund request. */
export const outside = (db: Database) =>
  db
    .select({
      qrHash: card.qrHash,
      qrSealed: card.qrSealed,
      state: card.state,
      passUid: card.passUid,
      isOutOfUse: sql<boolean>`${pass.voided} is not null or ${pass.refundUid} is not null`,
    })
    .from(card)
    .leftJoin(pass, eq(pass.passUid, card.passUid))
    .where(inArray(card.state, OUTSIDE))

/** Maps the hashes of those numbers that exist to the hashes of their QR texts. */
export const qrHashes = async (tx: Tx, numberHashes: string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .select({ numberHash: card.numberHash, qrHash: card.qrHash })
    .from(card)
    .where(inArray(card.numberHash, numberHashes))
  return new Map(rows.map(({ numberHash, qrHash }) => [numberHash, qrHash]))
}

/** Replaces number and QR text of a card, or the QR text alone. No-op when there is none with that number. */
export const reprint = async (
  tx: Tx,
  numberHash: string,
  set: Pick<Card, 'qrHash' | 'qrSealed'> & Partial<Pick<Card, 'numberHash' | 'lastFour'>>,
): Promise<void> => {
  await tx.update(card).set(set).where(eq(card.numberHash, numberHash))
}

/** Inserts cards; returns those that are new. */
export const insert = async (db: Database | Tx, rows: Card[]): Promise<Card[]> =>
  db.insert(card).values(rows).onConflictDoNothing().returning()

/**
 * Stores a card that is live or blocked under the root that signs. Returns false, and does nothing, when another request
 * did.
 */
export const renewOutside = async (tx: Tx, numberHash: string, set: Partial<CardHashes>): Promise<boolean> => {
  const rows = await tx
    .update(card)
    .set(set)
    .where(and(eq(card.numberHash, numberHash), inArray(card.state, OUTSIDE)))
    .returning({ numberHash: card.numberHash })
  return rows.length === 1
}

/**
 * Hands out a card: its state changes from `stock` to `live`, with its pass; `set` are columns that it changes besides. Returns false when the card is not in
 * stock, or is of another product.
 */
export const handOut = async (
  tx: Tx,
  { numberHash, gdsUid, passUid, gateUid }: Pick<Card, 'numberHash' | 'gdsUid' | 'passUid' | 'gateUid'>,
  set: Partial<CardHashes> = {},
): Promise<boolean> => {
  const rows = await tx
    .update(card)
    .set({ ...set, state: 'live', passUid, gateUid })
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

/**
 * Records the first registration of the card of a locked pass; returns its time, also at later calls (ms UTC). `set` are
 * columns that it changes besides.
 */
export const noteRegistered = async (
  tx: Tx,
  passUid: string,
  now: number,
  set: Partial<CardHashes> = {},
): Promise<number> => {
  const rows = await tx
    .update(card)
    .set({ ...set, registeredAt: sql`coalesce(${card.registeredAt}, ${now})` })
    .where(eq(card.passUid, passUid))
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

/**
 * Names cards by their new hashes in the conflicts that name them by the former ones, which no card has any more. Call it
 * in the transaction that changes the hashes.
 */
export const renameInConflicts = async (tx: Tx, hashes: readonly { former: string; next: string }[]): Promise<void> => {
  const changed = hashes.filter(({ former, next }) => former !== next)
  if (changed.length === 0) return
  const [former, next] = [changed.map((each) => STORED + each.former), changed.map((each) => STORED + each.next)]
  await tx.execute(sql`
    update ${gateConflict} set entry = jsonb_set(entry, '{code}', to_jsonb(renamed.next))
    from unnest(${sql.param(former)}::text[], ${sql.param(next)}::text[]) as renamed (former, next)
    where entry ->> 'code' = renamed.former
      -- Says what the first condition says, so that the index of these codes is used.
      and entry ->> 'code' = any(${sql.param(former)}::text[]) and entry ->> 'code' like 'card:%'`)
}
