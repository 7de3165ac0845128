import { and, desc, eq, gt, inArray, isNull, lt, sql, type Placeholder } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '#contract/locales.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { insertFrom } from '#server/db/insertFrom.ts'
import { prepared, rowOf, type Placeholders } from '#server/db/prepared.ts'
import { catalogueState, product } from '#server/db/schema/catalogue.ts'
import { member } from '#server/db/schema/member.ts'
import { order, paymentLog, quote } from '#server/db/schema/order.ts'
import { stock } from '#server/db/schema/stock.ts'
import { insertEach, scheduleAgain } from '#server/modules/job/service.ts'

export type Quote = typeof quote.$inferSelect
export type Order = typeof order.$inferSelect
/** Where a report about a payment came from. */
export type Source = (typeof paymentLog.$inferSelect)['source']

/** Inserts a quote. */
export const insertQuote = async (tx: Tx, row: typeof quote.$inferInsert): Promise<void> => {
  await tx.insert(quote).values(row)
}

/** Returns a quote of this member; undefined for an unknown one and another member's. */
export const findQuote = async (tx: Tx, quoteUid: string, memberId: string): Promise<Quote | undefined> => {
  const rows = await tx
    .select()
    .from(quote)
    .where(and(eq(quote.quoteUid, quoteUid), eq(quote.memberId, memberId)))
  return rows[0]
}

const sale = prepared('order_sale', (db, at: Placeholders<{ quoteUid: string; memberId: string }>) =>
  db
    .select({
      quote,
      order,
      product: {
        onSale: product.onSale,
        soldOut: product.soldOut,
        isSample: sql<boolean>`(${product.doc} ->> 'sample')::boolean`,
        isStopped: sql<boolean>`exists (select from ${catalogueState} where ${catalogueState.stoppedAt} is not null)`,
        name: sql<Record<Locale, string>>`${product.doc} -> 'name'`,
      },
      stocked: sql<boolean>`exists (select from ${stock} where ${stock.gdsDtlUid} = ${quote.gdsDtlUid})`,
      buyer: {
        engNm: member.engNm,
        engSurname: member.engSurname,
        email: member.email,
        mobile: member.mobile,
      },
    })
    .from(quote)
    .leftJoin(order, eq(order.quoteUid, quote.quoteUid))
    .leftJoin(product, eq(product.gdsDtlUid, quote.gdsDtlUid))
    .leftJoin(member, and(eq(member.id, quote.memberId), isNull(member.withdrawnAt)))
    .where(and(eq(quote.quoteUid, at.quoteUid), eq(quote.memberId, at.memberId))),
)
/**
 * Returns the quote with what a sale of passes needs; undefined for an unknown quote and another member's. Null:
 * `order` before the purchase, `product` that is gone, `buyer` who has withdrawn. `stocked`: the stock of the option is
 * tracked.
 */
export const findSale = async (db: Database, quoteUid: string, memberId: string) =>
  (await sale(db, { quoteUid, memberId }))[0]

/** Returns the member's newest unexpired quote for a goods option; undefined without one. */
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

/** Deletes the quotes that expired before `before` (ms). */
export const deleteQuotes = async (db: Database, before: number): Promise<void> => {
  await db.delete(quote).where(lt(quote.expiresAt, before))
}

/** Kind of the jobs that ask the gateway about an order's payment. */
export const CHECK_JOB = 'payment'
const keyOfCheck = (ordUid: string): string => `${CHECK_JOB}:${ordUid}`

const insertWithFirstCheck = prepared('order_insert', (db, at: Placeholders<Order & { dueAt: number }>) => {
  const inserted = db.$with('made').as(db.insert(order).values(rowOf(order, at)).onConflictDoNothing().returning())
  const check = {
    kind: CHECK_JOB,
    key: sql`${keyOfCheck('')} || ${inserted.ordUid}::text`,
    args: sql`jsonb_build_object('ordUid', ${inserted.ordUid})`,
    dueAt: sql`${at.dueAt}::bigint`,
    waitsSince: sql`${inserted.orderedAt}`,
  }
  const scheduledCheck = db.$with('asked', {}).as(insertEach(sql`${inserted} where ${inserted.cartUid} is null`, check))
  return db.with(inserted, scheduledCheck).select().from(inserted)
})
/**
 * Inserts an order and schedules the first check of its payment, due at `dueAt` (ms UTC); a line of a cart is checked
 * with its cart. Returns undefined when the quote already has an order, or the order number is taken.
 */
export const insertOrder = async (db: Database | Tx, row: Order, dueAt: number): Promise<Order | undefined> =>
  (await insertWithFirstCheck(db, { ...row, dueAt }))[0]

const byUid = prepared('order_find', (db, at: Placeholders<{ ordUid: string }>) =>
  db.select().from(order).where(eq(order.ordUid, at.ordUid)),
)
/** Returns an order of any member; undefined for an unknown id. */
export const findOrder = async (db: Database | Tx, ordUid: string): Promise<Order | undefined> =>
  (await byUid(db, { ordUid }))[0]

/** Returns the order that a quote became. */
export const findByQuote = async (db: Database | Tx, quoteUid: string): Promise<Order | undefined> => {
  const rows = await db.select().from(order).where(eq(order.quoteUid, quoteUid))
  return rows[0]
}
/** Finds an order by the number that people read. */
export const findByNumber = async (db: Database | Tx, orderNumber: string): Promise<Order | undefined> => {
  const rows = await db.select().from(order).where(eq(order.orderNumber, orderNumber))
  return rows[0]
}
const payAt = prepared('order_pay_url', (db, at: Placeholders<{ ordUid: string; payUrl: string }>) =>
  db
    .update(order)
    .set({ payUrl: sql`${at.payUrl}` })
    .where(eq(order.ordUid, at.ordUid)),
)
/** Stores the address of the payment page that the gateway has opened for an order. */
export const setPayUrl = async (db: Database, ordUid: string, payUrl: string): Promise<void> => {
  await payAt(db, { ordUid, payUrl })
}

/** Corrects the buyer's name on the member's pending orders; paid orders keep theirs. */
export const renameBuyer = async (tx: Tx, memberId: string, buyerName: string): Promise<void> => {
  await tx
    .update(order)
    .set({ buyerName })
    .where(and(eq(order.memberId, memberId), eq(order.state, 'pending')))
}

const pending = (ordUid: string | Placeholder) => and(eq(order.ordUid, ordUid), eq(order.state, 'pending'))

const charge = prepared('order_charge', (db, at: Placeholders<{ ordUid: string; now: number }>) =>
  db
    .update(order)
    .set({ chargeAt: sql`coalesce(${order.chargeAt}, ${at.now})` })
    .where(pending(at.ordUid))
    .returning({ ordUid: order.ordUid }),
)
/** Records that a charge is about to be requested. Returns false when the order was closed meanwhile. */
export const beginCharge = async (db: Database, ordUid: string, now: number): Promise<boolean> =>
  (await charge(db, { ordUid, now })).length === 1

const paid = prepared(
  'order_pay',
  (db, at: Placeholders<{ ordUid: string; now: number; cancelUntil: number | null }>) =>
    db
      .update(order)
      .set({ state: 'paid', paidAt: sql`${at.now}`, cancelUntil: sql`${at.cancelUntil}` })
      .where(pending(at.ordUid))
      .returning(),
)
/** Marks a pending order as paid. Returns undefined when the order was no longer pending. */
export const pay = async (
  tx: Tx,
  ordUid: string,
  now: number,
  cancelUntil: number | null,
): Promise<Order | undefined> => (await paid(tx, { ordUid, now, cancelUntil }))[0]

/**
 * Closes a pending order. Returns undefined when the order was no longer pending. `uncharged`: closes the order only if
 * no charge was requested; else returns undefined too.
 */
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

/**
 * Records that money came for a closed order, before it is sent back, and schedules checks from `dueAt` until it is
 * back. The state is `cancelled` then, also after a decline. Returns the order, or undefined when it was not closed.
 */
export const noteReceived = (
  db: Database,
  { ordUid, now, dueAt }: { ordUid: string; now: number; dueAt: number },
): Promise<Order | undefined> =>
  db.transaction(async (tx) => {
    const [noted] = await tx
      .update(order)
      .set({ state: 'cancelled', reason: sql`case when ${order.reason} = 'amount' then 'amount' else 'late' end` })
      .where(and(eq(order.ordUid, ordUid), inArray(order.state, ['cancelled', 'declined'])))
      .returning()
    if (noted)
      await scheduleAgain(tx, { kind: CHECK_JOB, key: keyOfCheck(ordUid), dueAt, waitsSince: now, args: { ordUid } })
    return noted
  })

/**
 * Marks a cancelled order as refunded, after `refunded` KRW for a closed order went back. Returns undefined when the
 * order was not cancelled.
 */
export const refund = async (tx: Tx, ordUid: string, refunded: number): Promise<Order | undefined> => {
  const rows = await tx
    .update(order)
    .set({ state: 'refunded', refunded })
    .where(and(eq(order.ordUid, ordUid), eq(order.state, 'cancelled')))
    .returning()
  return rows[0]
}

interface PaymentReport {
  name: string
  source: Source
  result: string
  at: number
}
/** Limit of log rows for one payment; an ordinary one has three or four. */
const HEARD_MAX = 50
const logReportBy = (name: string, column: typeof order.ordUid | typeof order.paymentKey) =>
  prepared(name, (db, at: Placeholders<PaymentReport & { id: string }>) => {
    const orders = db.$with('found').as(db.select().from(order).where(eq(column, at.name)))
    const line = {
      id: sql`${at.id}::uuid`,
      ordUid: orders.ordUid,
      source: sql`${at.source}::text`,
      result: sql`${at.result}::text`,
      at: sql`${at.at}::bigint`,
    }
    // Anybody who knows an order's id can report on its payment any number of times, so the log is capped.
    const before = db.$count(paymentLog, sql`${paymentLog.ordUid} = found.ord_uid`)
    const noted = db.$with('noted', {}).as(insertFrom(paymentLog, line, sql`${orders} where ${lt(before, HEARD_MAX)}`))
    return db.with(orders, noted).select().from(orders)
  })
const HEAR = {
  ordUid: logReportBy('order_hear', order.ordUid),
  paymentKey: logReportBy('order_hear_key', order.paymentKey),
}
/**
 * Logs a report about a payment, at most `HEARD_MAX` for one order, and returns the order, in one statement. `name`:
 * the `ordUid` or the `paymentKey`, as `by` says. Returns undefined when no order has it.
 */
export const logPaymentReport = async (
  db: Database,
  { by, ...report }: PaymentReport & { by: keyof typeof HEAR },
): Promise<Order | undefined> => (await HEAR[by](db, { ...report, id: uuidv7() }))[0]
