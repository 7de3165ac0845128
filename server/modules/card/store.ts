import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { card } from '#server/db/schema/card.ts'
import { pass } from '#server/db/schema/pass.ts'

export type Card = typeof card.$inferSelect

/** By the printed number or by what its QR code says. */
export const find = async (db: Database | Tx, number: string, by: 'number' | 'qr'): Promise<Card | undefined> =>
  (
    await db
      .select()
      .from(card)
      .where(eq(by === 'qr' ? card.qrNumber : card.cardNumber, number))
  )[0]

export const ofPasses = (db: Database | Tx, passUids: string[]): Promise<Card[]> =>
  passUids.length === 0 ? Promise.resolve([]) : db.select().from(card).where(inArray(card.passUid, passUids))

/** All that are in travellers' hands, or blocked; of a card whose pass was taken back `isVoid` says so. */
export const outside = (db: Database) =>
  db
    .select({
      qrNumber: card.qrNumber,
      state: card.state,
      passUid: card.passUid,
      isVoid: sql<boolean>`${pass.voided} is not null`,
    })
    .from(card)
    .leftJoin(pass, eq(pass.passUid, card.passUid))
    .where(inArray(card.state, ['live', 'blocked']))

/** Numbers of cards whose QR code says nothing but the number. */
export const withQrOfNumber = async (tx: Tx, prefix: string): Promise<string[]> =>
  (
    await tx
      .select({ number: card.cardNumber })
      .from(card)
      .where(sql`${card.qrNumber} = ${prefix}::text || ${card.cardNumber}`)
  ).map(({ number }) => number)

export const setQr = async (tx: Tx, cardNumber: string, qrNumber: string): Promise<void> => {
  await tx.update(card).set({ qrNumber }).where(eq(card.cardNumber, cardNumber))
}

export const insert = async (db: Database | Tx, rows: Card[]): Promise<Card[]> =>
  db.insert(card).values(rows).onConflictDoNothing().returning()

/** stock → live with its pass; false when this card is not in stock, or is another product's. */
export const handOut = async (
  tx: Tx,
  { cardNumber, gdsUid, passUid, gateUid }: Pick<Card, 'cardNumber' | 'gdsUid' | 'passUid' | 'gateUid'>,
): Promise<boolean> => {
  const rows = await tx
    .update(card)
    .set({ state: 'live', passUid, gateUid })
    .where(and(eq(card.cardNumber, cardNumber), eq(card.gdsUid, gdsUid), eq(card.state, 'stock')))
    .returning({ cardNumber: card.cardNumber })
  return rows.length === 1
}

/** Blocks the cards of all passes that a member holds, registered or only bought. */
export const blockOf = async (tx: Tx, memberId: string): Promise<void> => {
  const held = tx.select({ passUid: pass.passUid }).from(pass).where(eq(pass.memberId, memberId))
  await tx
    .update(card)
    .set({ state: 'blocked' })
    .where(and(eq(card.state, 'live'), inArray(card.passUid, held)))
}

/** Notes when it was first registered; that moment. */
export const noteRegistered = async (tx: Tx, cardNumber: string, now: number): Promise<number> => {
  const rows = await tx
    .update(card)
    .set({ registeredAt: sql`coalesce(${card.registeredAt}, ${now})` })
    .where(eq(card.cardNumber, cardNumber))
    .returning({ registeredAt: card.registeredAt })
  return rows[0]?.registeredAt ?? now
}
