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
import { oneTimeCode, pass, walletPass } from '#server/db/schema/pass.ts'
import { pointAccount, pointEntry, pointPending } from '#server/db/schema/point.ts'
import { refund } from '#server/db/schema/refund.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { review, reviewReport } from '#server/db/schema/review.ts'
import { blockCardsOf } from '#server/modules/card/service.ts'
import { dropFilesOfMember } from '#server/modules/file/service.ts'

/**
 * What remains of a member after a withdrawal, table by table; it is decided only here. A test checks that each table
 * that refers to a member is listed here, or is deleted with the member's row (`on delete cascade`).
 */

/** Tables whose rows are deleted, by the column that refers to the member. */
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
  walletPass.memberId,
  reviewReport.memberId,
]

/** Tables from which a module deletes the member's rows, because they have bytes outside. */
const DELETED_BY_MODULE: readonly {
  column: PgColumn
  remove: (tx: Tx, memberId: string, now: number) => Promise<void>
}[] = [{ column: file.memberId, remove: dropFilesOfMember }]

interface Kept {
  column: PgColumn
  /** Texts and names that no purchase record needs. */
  without?: Record<string, string | null | SQL>
}

/** Tables whose rows are kept for five years: purchase records, with the buyer's details but no other personal data. */
const KEPT: readonly Kept[] = [
  { column: order.memberId },
  { column: reservation.memberId, without: { wish: null } },
  { column: refund.memberId, without: { etcWhy: '', note: null } },
  { column: gift.senderId, without: { message: '' } },
  { column: gift.recipientId },
  // A review stays, without its author and the author's pictures.
  { column: review.memberId, without: { memberId: null, author: '' } },
  // The pass has no member from now on; its codes were revoked and its card was blocked at the withdrawal.
  { column: pass.memberId, without: { memberId: null, holder: '', name: null } },
]

const named = (column: PgColumn): string => `${getTableName(column.table)}.${column.name}`

/** The columns in the lists above as `table.column`, for the test that finds columns that are in none. */
export const DECIDED: ReadonlySet<string> = new Set(
  [...DELETED, ...[...DELETED_BY_MODULE, ...KEPT].map(({ column }) => column)].map(named),
)

/** Erases a member who has withdrawn, at `now` (ms UTC). */
export const erase = async (tx: Tx, memberId: string, now: number): Promise<void> => {
  await blockCardsOf(tx, memberId)
  for (const column of DELETED) await tx.delete(column.table as PgTable).where(eq(column, memberId))
  for (const { remove } of DELETED_BY_MODULE) await remove(tx, memberId, now)
  for (const { column, without } of KEPT)
    if (without)
      await tx
        .update(column.table as PgTable)
        .set(without)
        .where(eq(column, memberId))
  await tx.delete(member).where(eq(member.id, memberId))
}
