import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { gift } from '#server/db/schema/gift.ts'
import { identity, member, temporaryPassword } from '#server/db/schema/member.ts'
import { order } from '#server/db/schema/order.ts'
import { moneyBack, refund } from '#server/db/schema/refund.ts'
import { reservation } from '#server/db/schema/reservation.ts'

/**
 * Returns the member and locks the row: waits for writes of this member that are under way, and blocks later ones.
 * Undefined for an unknown or withdrawn member.
 */
export const lockMember = async (tx: Tx, memberId: string) => {
  const rows = await tx
    .select()
    .from(member)
    .where(and(eq(member.id, memberId), isNull(member.withdrawnAt)))
    .for('update')
  return rows[0]
}

const any = async (rows: PromiseLike<unknown[]>): Promise<boolean> => (await rows).length > 0

/** Returns whether an order may still be charged. */
export const hasChargeableOrder = (tx: Database | Tx, memberId: string): Promise<boolean> =>
  any(
    tx
      .select({ id: order.ordUid })
      .from(order)
      .where(and(eq(order.memberId, memberId), eq(order.state, 'pending')))
      .limit(1),
  )

/** Returns whether a refund request or payment is open, or the desk has to refund a cancelled reservation. */
export const hasOpenRefund = async (tx: Database | Tx, memberId: string): Promise<boolean> =>
  (await any(
    tx
      .select({ id: refund.refundUid })
      .from(refund)
      .where(and(eq(refund.memberId, memberId), eq(refund.state, 'requested')))
      .limit(1),
  )) ||
  (await any(
    tx
      .select({ id: moneyBack.key })
      .from(moneyBack)
      .innerJoin(order, eq(order.ordUid, moneyBack.ordUid))
      .where(and(eq(order.memberId, memberId), eq(moneyBack.state, 'due')))
      .limit(1),
  )) ||
  any(
    tx
      .select({ id: reservation.rsvtUid })
      .from(reservation)
      .where(and(eq(reservation.memberId, memberId), eq(reservation.state, 'cancel_asked')))
      .limit(1),
  )

/**
 * Returns whether a paid reservation waits for the place's confirmation, or has not started. One that was redeemed early
 * does not count: it cannot be used any more.
 */
export const hasOpenReservation = (tx: Database | Tx, memberId: string, now: number): Promise<boolean> =>
  any(
    tx
      .select({ id: reservation.rsvtUid })
      .from(reservation)
      .where(
        and(
          eq(reservation.memberId, memberId),
          or(
            eq(reservation.state, 'requested'),
            and(eq(reservation.state, 'confirmed'), gt(reservation.startsAt, now), isNull(reservation.usedAt)),
          ),
        ),
      )
      .limit(1),
  )

/** Returns the paid reservations and vouchers that can be used at `now`, the earliest first. */
export const runningReservations = (tx: Database | Tx, memberId: string, now: number) =>
  tx
    .select({
      rsvtUid: reservation.rsvtUid,
      rsvtNumber: reservation.rsvtNumber,
      startsAt: reservation.startsAt,
      endsAt: reservation.endsAt,
    })
    .from(reservation)
    .where(
      and(
        eq(reservation.memberId, memberId),
        inArray(reservation.state, ['confirmed']),
        isNull(reservation.usedAt),
        lte(reservation.startsAt, now),
        gt(reservation.endsAt, now),
      ),
    )
    .orderBy(reservation.startsAt, reservation.rsvtUid)

/** Returns whether a sent or received gift is unanswered. */
export const hasUnansweredGift = (tx: Database | Tx, memberId: string): Promise<boolean> =>
  any(
    tx
      .select({ id: gift.giftUid })
      .from(gift)
      .where(and(or(eq(gift.senderId, memberId), eq(gift.recipientId, memberId)), eq(gift.state, 'sent')))
      .limit(1),
  )

/**
 * Blanks the member's row: nobody can sign in as this member, and the address and the social accounts are free again.
 * The job `erase-member` deletes the row.
 */
export const withdraw = async (tx: Tx, memberId: string, now: number): Promise<void> => {
  await tx.delete(identity).where(eq(identity.memberId, memberId))
  await tx.delete(temporaryPassword).where(eq(temporaryPassword.memberId, memberId))
  await tx
    .update(member)
    .set({
      email: `${memberId}@withdrawn.invalid`,
      passwordHash: null,
      engSurname: '',
      engNm: '',
      gender: 'none',
      birthYear: null,
      ntnCd: null,
      mobile: null,
      marketingAt: null,
      marketingVersion: null,
      marketingRemindedAt: null,
      photo: null,
      locale: null,
      localeAt: null,
      withdrawnAt: now,
    })
    .where(eq(member.id, memberId))
}
