import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { gift } from '#server/db/schema/gift.ts'
import { identity, member, temporaryPassword } from '#server/db/schema/member.ts'
import { order } from '#server/db/schema/order.ts'
import { moneyBack, refund } from '#server/db/schema/refund.ts'
import { reservation } from '#server/db/schema/reservation.ts'

/** Waits for every write of this member that is under way, and keeps out those that come later. */
export const lockMember = async (tx: Tx, memberId: string) => {
  const rows = await tx
    .select()
    .from(member)
    .where(and(eq(member.id, memberId), isNull(member.withdrawnAt)))
    .for('update')
  return rows[0]
}

const any = async (rows: PromiseLike<unknown[]>): Promise<boolean> => (await rows).length > 0

/** An order that may still be charged. */
export const hasPayment = (tx: Database | Tx, memberId: string): Promise<boolean> =>
  any(
    tx
      .select({ id: order.ordUid })
      .from(order)
      .where(and(eq(order.memberId, memberId), eq(order.state, 'pending')))
      .limit(1),
  )

/** A request without an answer, money on its way back, or a cancelled reservation whose money the desk has to return. */
export const hasRefund = async (tx: Database | Tx, memberId: string): Promise<boolean> =>
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

/** A paid reservation that waits for its place's word, or that is still to come. */
export const hasBooking = (tx: Database | Tx, memberId: string, now: number): Promise<boolean> =>
  any(
    tx
      .select({ id: reservation.rsvtUid })
      .from(reservation)
      .where(
        and(
          eq(reservation.memberId, memberId),
          or(
            eq(reservation.state, 'requested'),
            and(eq(reservation.state, 'confirmed'), gt(reservation.startsAt, now)),
          ),
        ),
      )
      .limit(1),
  )

/** Paid reservations and vouchers whose time runs. */
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
        lte(reservation.startsAt, now),
        gt(reservation.endsAt, now),
      ),
    )
    .orderBy(reservation.startsAt, reservation.rsvtUid)

/** A gift without an answer, sent or received. */
export const hasGift = (tx: Database | Tx, memberId: string): Promise<boolean> =>
  any(
    tx
      .select({ id: gift.giftUid })
      .from(gift)
      .where(and(or(eq(gift.senderId, memberId), eq(gift.recipientId, memberId)), eq(gift.state, 'sent')))
      .limit(1),
  )

/** From now on nobody signs in here, address and providers are free. The job deletes the row. */
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
      photo: null,
      withdrawnAt: now,
    })
    .where(eq(member.id, memberId))
}
