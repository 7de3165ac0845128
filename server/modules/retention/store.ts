import { and, asc, getTableName, gt, isNotNull, lt, not, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connect.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { gift } from '#server/db/schema/gift.ts'
import { inquiry } from '#server/db/schema/inquiry.ts'
import { order, paymentLog } from '#server/db/schema/order.ts'
import { admission, discountUse, pass } from '#server/db/schema/pass.ts'
import { question } from '#server/db/schema/question.ts'
import { refund } from '#server/db/schema/refund.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { review, reviewReport } from '#server/db/schema/review.ts'
import { dropFiles } from '#server/modules/file/service.ts'

/** A few milliseconds of work: the embedded database serves no other query meanwhile. */
const BATCH_ROWS = 500

/** Texts and names of a record, and what replaces them. Figures stay: of purchases, because bookkeeping needs them. */
interface Blanked {
  id: PgColumn
  at: PgColumn
  left: Record<string, string | null | SQL>
  /** Matches rows that still contain personal data. */
  has: SQL | undefined
}

/** Questions that not only their author and the operator can read. */
const isPublic = sql`(not ${question.isPrivate} and not ${question.hidden})`

const BLANKED: readonly Blanked[] = [
  {
    id: order.ordUid,
    at: order.orderedAt,
    left: { buyerName: '', buyerEmail: '', buyerMobile: null },
    has: gt(order.buyerEmail, ''),
  },
  {
    id: reservation.rsvtUid,
    at: reservation.endsAt,
    left: { guestName: '', guestEmail: '', guestMobile: null, wish: null },
    has: gt(reservation.guestEmail, ''),
  },
  {
    id: refund.refundUid,
    at: refund.requestedAt,
    left: { etcWhy: '', note: null },
    has: or(gt(refund.etcWhy, ''), gt(refund.note, '')),
  },
  { id: gift.giftUid, at: gift.sentAt, left: { message: '' }, has: gt(gift.message, '') },
  {
    id: pass.passUid,
    at: pass.purchasedAt,
    left: { holder: '', name: null },
    has: or(gt(pass.holder, ''), isNotNull(pass.name)),
  },
  // What everybody may read stays, without its author, as after a withdrawal. `deleteRecords` deletes the other questions.
  {
    id: question.questionUid,
    at: question.writtenAt,
    left: { author: '' },
    has: and(gt(question.author, ''), isPublic),
  },
  { id: review.reviewUid, at: review.writtenAt, left: { author: '' }, has: gt(review.author, '') },
  {
    id: reviewReport.reviewUid,
    at: reviewReport.reportedAt,
    left: { detail: null },
    has: isNotNull(reviewReport.detail),
  },
  // Notes of gate staff are free texts.
  { id: admission.admissionUid, at: admission.at, left: { undoNote: null }, has: isNotNull(admission.undoNote) },
  { id: discountUse.entryUid, at: discountUse.at, left: { undoNote: null }, has: isNotNull(discountUse.undoNote) },
]

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Number of rows that were changed, by table. */
export type RowCounts = Record<string, number>

/**
 * Walks all ids of a table in batches by primary key, so that no statement runs long on a large table. Resolves to the
 * sum of what `work` resolves to.
 */
const inBatches = async (
  db: Database,
  id: PgColumn,
  work: (from: string, to: string) => Promise<number>,
): Promise<RowCounts> => {
  let count = 0
  for (let from = FIRST; ;) {
    const rows = await db
      .select({ id })
      .from(id.table as PgTable)
      .where(gt(id, from))
      .orderBy(asc(id))
      .limit(BATCH_ROWS)
    const to = rows.at(-1)?.id as string | undefined
    if (to === undefined) return { [getTableName(id.table)]: count }
    count += await work(from, to)
    from = to
  }
}

const between = (id: PgColumn, from: string, to: string): SQL => sql`${id} > ${from} and ${id} <= ${to}`

const changed = async (statement: Promise<{ rowCount: number | null }>): Promise<number> =>
  (await statement).rowCount ?? 0

/**
 * Blanks the notes of gate staff in conflicts. In one statement: an index finds the old conflicts, which are few, and
 * the key begins with the gate, so that each batch by `entryUid` would read the whole table.
 */
const blankConflicts = async (db: Database, cutoff: number): Promise<RowCounts> => ({
  [getTableName(gateConflict)]: await changed(
    db
      .update(gateConflict)
      .set({ entry: sql`${gateConflict.entry} #- '{undone,note}'` })
      .where(and(lt(gateConflict.uploadedAt, cutoff), sql`${gateConflict.entry} #> '{undone,note}' is not null`))
      .execute(),
  ),
})

/** Blanks the names and texts in records from before `cutoff` (ms). Resolves to how many rows had any. */
export const blankRecords = async (db: Database, cutoff: number): Promise<RowCounts> => {
  const counts: RowCounts = {}
  for (const { id, at, left: blankValues, has } of BLANKED)
    Object.assign(
      counts,
      await inBatches(db, id, (from, to) =>
        changed(
          db
            .update(id.table as PgTable)
            .set(blankValues)
            .where(and(between(id, from, to), lt(at, cutoff), has))
            .execute(),
        ),
      ),
    )
  return { ...counts, ...(await blankConflicts(db, cutoff)) }
}

/**
 * Deletes payment logs, questions that nobody but their author can read, and inquiries with their pictures, from before
 * `cutoff`, at `now` (both ms UTC). Resolves to how many rows there were.
 */
export const deleteRecords = async (db: Database, cutoff: number, now: number): Promise<RowCounts> => {
  const logs = await inBatches(db, paymentLog.id, (from, to) =>
    changed(
      db
        .delete(paymentLog)
        .where(and(between(paymentLog.id, from, to), lt(paymentLog.at, cutoff)))
        .execute(),
    ),
  )
  const questions = await inBatches(db, question.questionUid, (from, to) =>
    changed(
      db
        .delete(question)
        .where(and(between(question.questionUid, from, to), lt(question.writtenAt, cutoff), not(isPublic)))
        .execute(),
    ),
  )
  const inquiries = await inBatches(db, inquiry.id, (from, to) =>
    db.transaction(async (tx) => {
      const old = await tx
        .delete(inquiry)
        .where(and(between(inquiry.id, from, to), lt(inquiry.writtenAt, cutoff)))
        .returning({ id: inquiry.id })
      const ids = old.map((row) => row.id)
      await dropFiles(tx, { users: ids, kind: 'inquiry', now })
      return ids.length
    }),
  )
  return { ...logs, ...questions, ...inquiries }
}
