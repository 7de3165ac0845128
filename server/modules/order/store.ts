import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database, Tx } from '#server/db/connect.ts'
import { order, orderJob, paymentLog, promoCode, quote } from '#server/db/schema/order.ts'

/*
 * What each purchase asks is prepared under a name, once a connection: planning costs more than answering. A name stands
 * for one text, so such a statement has one shape.
 */

export type Quote = typeof quote.$inferSelect
export type Order = typeof order.$inferSelect
export type Source = (typeof paymentLog.$inferSelect)['source']

/** Percent of a promotion that runs at `now`. */
export const promoPercent = async (db: Database | Tx, code: string, now: number): Promise<number | undefined> => {
  const running = or(isNull(promoCode.endsAt), sql`${promoCode.endsAt} > ${now}`)
  const rows = await db
    .select({ percent: promoCode.percent })
    .from(promoCode)
    .where(and(eq(promoCode.code, code), lte(promoCode.startsAt, now), running))
  return rows[0]?.percent
}

export const insertQuote = async (tx: Tx, row: Quote): Promise<void> => {
  await tx.insert(quote).values(row)
}

/** Another member's quote is none. */
export const findQuote = async (tx: Tx, quoteUid: string, memberId: string): Promise<Quote | undefined> => {
  const rows = await tx
    .select()
    .from(quote)
    .where(and(eq(quote.quoteUid, quoteUid), eq(quote.memberId, memberId)))
    .prepare('order_quote')
    .execute()
  return rows[0]
}

/** The member's youngest running price of goods under this option. */
export const lastGoodsQuote = async (
  db: Database,
  { memberId, gdsDtlUid, now }: { memberId: string; gdsDtlUid: string; now: number },
): Promise<Quote | undefined> => {
  const running = and(eq(quote.kind, 'goods'), gt(quote.expiresAt, now))
  const rows = await db
    .select()
    .from(quote)
    .where(and(eq(quote.memberId, memberId), eq(quote.gdsDtlUid, gdsDtlUid), running))
    .orderBy(desc(quote.quotedAt), desc(quote.quoteUid))
    .limit(1)
  return rows[0]
}

export const forgetQuotes = async (db: Database, before: number): Promise<void> => {
  await db.delete(quote).where(lt(quote.expiresAt, before))
}

/** undefined: its quote was bought, or its number is taken. */
export const insertOrder = async (tx: Tx, row: Order): Promise<Order | undefined> => {
  const rows = await tx.insert(order).values(row).onConflictDoNothing().returning().prepare('order_insert').execute()
  return rows[0]
}

export const findOrder = async (db: Database | Tx, ordUid: string): Promise<Order | undefined> => {
  const rows = await db.select().from(order).where(eq(order.ordUid, ordUid)).prepare('order_find').execute()
  return rows[0]
}
export const findByQuote = async (tx: Tx, quoteUid: string): Promise<Order | undefined> => {
  const rows = await tx.select().from(order).where(eq(order.quoteUid, quoteUid)).prepare('order_of_quote').execute()
  return rows[0]
}
/** By the number that is shown to people. */
export const findByNumber = async (db: Database | Tx, orderNumber: string): Promise<Order | undefined> => {
  const rows = await db.select().from(order).where(eq(order.orderNumber, orderNumber))
  return rows[0]
}
export const setPayUrl = async (db: Database, ordUid: string, payUrl: string): Promise<void> => {
  await db.update(order).set({ payUrl }).where(eq(order.ordUid, ordUid)).prepare('order_pay_url').execute()
}

const pending = (ordUid: string) => and(eq(order.ordUid, ordUid), eq(order.state, 'pending'))

/** May the gateway be asked to charge? Not for an order that was closed meanwhile. */
export const beginCharge = async (db: Database, ordUid: string, now: number): Promise<boolean> => {
  const rows = await db
    .update(order)
    .set({ chargeAt: sql`coalesce(${order.chargeAt}, ${now})` })
    .where(pending(ordUid))
    .returning({ ordUid: order.ordUid })
    .prepare('order_charge')
    .execute()
  return rows.length === 1
}

/** pending → paid; undefined when the order was not pending any more. */
export const pay = async (
  tx: Tx,
  ordUid: string,
  now: number,
  cancelUntil: number | null,
): Promise<Order | undefined> => {
  const rows = await tx
    .update(order)
    .set({ state: 'paid', paidAt: now, cancelUntil })
    .where(pending(ordUid))
    .returning()
    .prepare('order_pay')
    .execute()
  return rows[0]
}

/** pending → closed; undefined when it was not pending any more. `uncharged`: only before the gateway was to charge. */
export const close = async (
  tx: Tx,
  ordUid: string,
  end: { state: 'declined' | 'cancelled'; reason: NonNullable<Order['reason']>; now: number; uncharged: boolean },
): Promise<Order | undefined> => {
  const rows = await tx
    .update(order)
    .set({ state: end.state, reason: end.reason, closedAt: end.now })
    .where(and(pending(ordUid), end.uncharged ? isNull(order.chargeAt) : undefined))
    .returning()
  return rows[0]
}

/** closed → refunded, when money of a closed order went back. */
export const refund = async (db: Database, ordUid: string, reason: NonNullable<Order['reason']>): Promise<boolean> => {
  const rows = await db
    .update(order)
    .set({ state: 'refunded', reason })
    .where(and(eq(order.ordUid, ordUid), inArray(order.state, ['cancelled', 'declined'])))
    .returning({ ordUid: order.ordUid })
  return rows.length === 1
}

const NAMED = { ordUid: order.ordUid, paymentKey: order.paymentKey }

/** The order, after what was heard of its payment has been noted, in one statement; undefined: none is named so. */
export const hear = async (
  db: Database,
  {
    by,
    name,
    source,
    result,
    at,
  }: { by: keyof typeof NAMED; name: string; source: Source; result: string; at: number },
): Promise<Order | undefined> => {
  const found = db.$with('found').as(db.select().from(order).where(eq(NAMED[by], name)))
  const noted = db.$with('noted').as(
    db.insert(paymentLog).select(
      db
        .select({
          id: sql<string>`${uuidv7()}::uuid`.as('id'),
          ordUid: sql<string>`ord_uid`.as('ord_uid'),
          source: sql<Source>`${source}::text`.as('source'),
          result: sql<string>`${result}::text`.as('result'),
          at: sql<number>`${at}::bigint`.as('at'),
        })
        .from(found),
    ),
  )
  const rows = await db.with(found, noted).select().from(found).prepare(`order_hear_${by}`).execute()
  return rows[0]
}

export const insertJob = async (tx: Tx, ordUid: string, dueAt: number): Promise<void> => {
  await tx.insert(orderJob).values({ ordUid, dueAt }).onConflictDoNothing().prepare('order_job').execute()
}

/** Takes up to `n` due orders; each is due again at `until`, should this process die. */
export const takeJobs = (db: Database, now: number, n: number, until: number) => {
  const due = db
    .select({ ordUid: orderJob.ordUid })
    .from(orderJob)
    .where(lte(orderJob.dueAt, now))
    .orderBy(asc(orderJob.dueAt))
    .limit(n)
    .for('update', { skipLocked: true })
  return db
    .update(orderJob)
    .set({ dueAt: until, attempts: sql`${orderJob.attempts} + 1` })
    .where(inArray(orderJob.ordUid, due))
    .returning({ ordUid: orderJob.ordUid, attempts: orderJob.attempts })
}

export const delayJob = async (db: Database, ordUid: string, dueAt: number): Promise<void> => {
  await db.update(orderJob).set({ dueAt }).where(eq(orderJob.ordUid, ordUid))
}
export const dropJob = async (db: Database, ordUid: string): Promise<void> => {
  await db.delete(orderJob).where(eq(orderJob.ordUid, ordUid))
}
