import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { order, promoCode } from '#server/db/schema/order.ts'

export type PromoCode = typeof promoCode.$inferSelect

/** States of an order that uses its code up: it is paid, or may still be. The index `orders_promo` has these alone. */
const USING = ['pending', 'paid'] as const

/** Returns a promotion code; undefined for an unknown one. */
export const findCode = async (db: Database | Tx, code: string): Promise<PromoCode | undefined> =>
  (await db.select().from(promoCode).where(eq(promoCode.code, code)))[0]

/** As `findCode`, and locks the code until the transaction ends: orders with it are counted one after the other. */
export const lockCode = async (tx: Tx, code: string): Promise<PromoCode | undefined> =>
  (await tx.select().from(promoCode).where(eq(promoCode.code, code)).for('update'))[0]

/** Counts the orders in these states that use a code: of one member, or of all without `memberId`. */
export const countUses = async (
  db: Database | Tx,
  code: string,
  memberId?: string,
  states: readonly (typeof USING)[number][] = USING,
): Promise<number> => {
  const own = memberId === undefined ? undefined : eq(order.memberId, memberId)
  const rows = await db
    .select({ n: count() })
    .from(order)
    .where(and(eq(order.promoCode, code), own, inArray(order.state, [...states])))
  return rows[0]?.n ?? 0
}

/** Inserts a code. Returns false when it exists. */
export const insertCode = async (tx: Tx, row: PromoCode): Promise<boolean> => {
  const rows = await tx.insert(promoCode).values(row).onConflictDoNothing().returning({ code: promoCode.code })
  return rows.length === 1
}

/** Replaces the terms of a code. The caller holds its lock. */
export const updateCode = async (tx: Tx, { code, ...set }: PromoCode): Promise<void> => {
  await tx.update(promoCode).set(set).where(eq(promoCode.code, code))
}

/** Returns all codes in alphabetical order. */
export const allCodes = (db: Database): Promise<PromoCode[]> => db.select().from(promoCode).orderBy(asc(promoCode.code))
