import { and, eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { validUntil } from '#contract/rules/passWindow.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { insertFrom } from '#server/db/insertFrom.ts'
import { prepared, type Placeholders } from '#server/db/prepared.ts'
import { order, type PassOrder } from '#server/db/schema/order.ts'
import { pass } from '#server/db/schema/pass.ts'
import { insertEach } from '#server/modules/job/service.ts'
import type { Order } from './store.ts'

/** Job kind: mails the receipt of a paid order of passes. */
export const RECEIPT_JOB = 'order-receipt'

interface Paying {
  ordUid: string
  now: number
  cancelUntil: number | null
  validUntil: number
  /** One id for each unit. */
  passUids: string[]
}

const paidAndIssued = prepared('order_pay_passes', (db, at: Placeholders<Paying>) => {
  const paid = db.$with('paid').as(
    db
      .update(order)
      .set({ state: 'paid', paidAt: sql`${at.now}`, cancelUntil: sql`${at.cancelUntil}` })
      .where(and(eq(order.ordUid, at.ordUid), eq(order.state, 'pending')))
      .returning(),
  )
  const unit = sql`unnest(${at.passUids}::uuid[]) with ordinality as unit (uid, nth)`
  const inserted = db.$with('issued', {}).as(
    insertFrom(
      pass,
      {
        passUid: sql`unit.uid`,
        ordUid: paid.ordUid,
        unit: sql`unit.nth - 1`,
        orderNumber: paid.orderNumber,
        memberId: paid.memberId,
        gdsUid: paid.gdsUid,
        passType: paid.passType,
        medium: paid.medium,
        holder: paid.buyerName,
        windowHours: paid.windowHours,
        purchasedAt: sql`${at.now}::bigint`,
        validUntil: sql`${at.validUntil}::bigint`,
      },
      sql`${paid} cross join ${unit}`,
    ),
  )
  const receipt = {
    kind: RECEIPT_JOB,
    key: sql`${`${RECEIPT_JOB}:`} || ${paid.ordUid}::text`,
    args: sql`jsonb_build_object('ordUid', ${paid.ordUid})`,
    dueAt: sql`${at.now}::bigint`,
    waitsSince: sql`${at.now}::bigint`,
  }
  const scheduledReceipt = db.$with('receipt', {}).as(insertEach(sql`${paid}`, receipt))
  return db.with(paid, inserted, scheduledReceipt).select().from(paid)
})

/**
 * Marks a pending order as paid, issues a pass for each unit, and schedules the receipt, in one statement. Returns
 * undefined when the order was no longer pending. `now` and `cancelUntil` are ms UTC. A unit that already has its pass
 * keeps it.
 */
export const payAndIssue = async (
  db: Database | Tx,
  { ordUid, passCnt }: PassOrder,
  now: number,
  cancelUntil: number | null,
): Promise<Order | undefined> => {
  const passUids = Array.from({ length: passCnt }, () => uuidv7())
  return (await paidAndIssued(db, { ordUid, now, cancelUntil, validUntil: validUntil(now), passUids }))[0]
}
