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
      cardNumber: card.cardNumber,
      qrNumber: card.qrNumber,
      state: card.state,
      isVoid: sql<boolean>`${pass.voided} is not null`,
    })
    .from(card)
    .leftJoin(pass, eq(pass.passUid, card.passUid))
    .where(inArray(card.state, ['live', 'blocked']))

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

/** Notes when it was first registered; that moment. */
export const noteRegistered = async (tx: Tx, cardNumber: string, now: number): Promise<number> => {
  const rows = await tx
    .update(card)
    .set({ registeredAt: sql`coalesce(${card.registeredAt}, ${now})` })
    .where(eq(card.cardNumber, cardNumber))
    .returning({ registeredAt: card.registeredAt })
  return rows[0]?.registeredAt ?? now
}
