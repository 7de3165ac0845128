import { eq, getTableName, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/connect.ts'
import { coupon } from '#server/db/schema/coupon.ts'
import { device, deviceNonce } from '#server/db/schema/device.ts'
import { file } from '#server/db/schema/file.ts'
import { gift } from '#server/db/schema/gift.ts'
import { idempotency } from '#server/db/schema/idempotency.ts'
import { member } from '#server/db/schema/member.ts'
import { order, quote } from '#server/db/schema/order.ts'
import { oneTimeCode, pass } from '#server/db/schema/pass.ts'
import { pointAccount, pointEntry, pointPending } from '#server/db/schema/point.ts'
import { refund } from '#server/db/schema/refund.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { review, reviewReport } from '#server/db/schema/review.ts'
import { blockCardsOf } from '#server/modules/card/service.ts'

/**
 * What is left of a member after a withdrawal, table by table: the one place where it is decided. A test holds that
 * each table that names a member stands here, or goes with the member's own row (`on delete cascade`).
 */

/** Deleted, by the column that names the member. Files take their bytes along. */
const DELETED: readonly PgColumn[] = [
  idempotency.owner,
  quote.memberId,
  coupon.memberId,
  pointEntry.memberId,
  pointAccount.memberId,
  pointPending.memberId,
  deviceNonce.memberId,
  device.memberId,
  oneTimeCode.memberId,
  reviewReport.memberId,
  file.memberId,
]

interface Kept {
  column: PgColumn
  /** Words and names that no record of a purchase needs. */
  without?: Record<string, string | null | SQL>
}

/** Kept for five years apart from the member: records of purchases, of whom nothing but the buyer's particulars stays. */
const KEPT: readonly Kept[] = [
  { column: order.memberId },
  { column: reservation.memberId, without: { wish: null } },
  { column: refund.memberId, without: { etcWhy: '', note: null } },
  { column: gift.senderId, without: { message: '' } },
  { column: gift.recipientId },
  // What was said of a place stays, without its author and the author's pictures.
  { column: review.memberId, without: { memberId: null, author: '' } },
  // Nobody's from then on: its codes were revoked and its card was blocked at the withdrawal.
  { column: pass.memberId, without: { memberId: null, holder: '', name: null } },
]

const named = (column: PgColumn): string => `${getTableName(column.table)}.${column.name}`

/** `table.column` of all that is decided here. */
export const DECIDED: ReadonlySet<string> = new Set([...DELETED, ...KEPT.map(({ column }) => column)].map(named))

/** Erases a member who has withdrawn. */
export const erase = async (tx: Tx, memberId: string): Promise<void> => {
  await blockCardsOf(tx, memberId)
  for (const column of DELETED) await tx.delete(column.table as PgTable).where(eq(column, memberId))
  for (const { column, without } of KEPT)
    if (without)
      await tx
        .update(column.table as PgTable)
        .set(without)
        .where(eq(column, memberId))
  await tx.delete(member).where(eq(member.id, memberId))
}
