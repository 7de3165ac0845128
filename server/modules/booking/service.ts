import { RESERVE_ANSWER_MS } from '#contract/limits.ts'
import { afterEvent, isCancelledByChargeBack, type ReservationFacts } from '#contract/rules/reservation.ts'
import type { Locale } from '#contract/locales.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import type { order } from '#server/db/schema/order.ts'
import { findGoods, giveBackCodes, giveBackSlots, voucherEnd } from '#server/modules/goods/service.ts'
import { databaseJob, schedule, unschedule, type JobKind } from '#server/modules/job/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import * as store from './store.ts'

export type { Reservation } from './store.ts'
export {
  attachOrder,
  countOf,
  findByNumber,
  findByOrder,
  findByQuote,
  findReservation,
  insert,
  pageOfReservations,
  redeem,
  redeemedReservations,
  reservationsInSpan,
  setGuest,
  statesOf,
  undoRedemption,
  unorderedHolds,
  waitingReservations,
  type ReservationFilter,
} from './store.ts'

/**
 * The transitions of a reservation (drawn in contract/rules/reservation.ts). Before it has an order, its member or the
 * hold job ends it; afterwards it changes only in a transaction that has locked its order. Locks: order → reservation →
 * stock. Functions that return `undefined` or false change nothing: another transition came first.
 */

/** Job kind: ends a reservation whose hold runs out before it has an order. */
export const HOLD_JOB = 'reserve-hold'
/** Job kind: cancels a requested reservation when the place has not answered in time. */
export const ANSWER_JOB = 'reserve-answer'
/** Job kind: refunds a cancelled reservation whose charge-back was reversed, because the charge stands again. */
export const STANDS_JOB = 'reserve-stands'
/** Job kind: mails the end of a paid reservation. */
export const LETTER_JOB = 'reserve-letter'
/** Returns the key of the job that ends the hold of a reservation. */
export const holdKey = (rsvtUid: string): string => `hold:${rsvtUid}`
const answerKey = (rsvtUid: string): string => `answer:${rsvtUid}`

/** Converts a row to the facts that the rules of a reservation take. */
export const factsOf = (row: store.Reservation, reviewed: boolean): ReservationFacts => ({
  state: row.state,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  cancelUntil: row.cancelUntil,
  holdUntil: row.holdUntil,
  ordered: row.ordUid !== null,
  usedAt: row.usedAt,
  reviewed,
})

/** Gives back what an ended reservation had taken: its slots, and its codes that were not shown. */
const giveBackRoom = async (tx: Tx, row: store.Reservation): Promise<void> => {
  await giveBackSlots(tx, row.gdsDtlUid, row.priceSn, row.goodsCnt)
  await giveBackCodes(tx, row.rsvtUid)
}

const addNews = async (
  tx: Tx,
  kind: 'reservation_confirmed' | 'reservation_cancelled',
  row: store.Reservation,
  at: number,
): Promise<void> => {
  const goods = await findGoods(tx, row.gdsUid)
  // No news entry for a member who has withdrawn.
  if (!goods || !(await readMember(tx, row.memberId))) return
  const values = { goods: goods.doc.name, number: row.rsvtNumber }
  await notifyMember(tx, { memberId: row.memberId, kind, key: `${kind}:${row.rsvtUid}`, values, at })
}

/** Announces the end of a paid reservation: a news entry, and a mail in `locale`, else in the language of its order. */
const announceEnd = async (tx: Tx, row: store.Reservation, at: number, locale?: Locale): Promise<void> => {
  const { rsvtUid } = row
  await addNews(tx, 'reservation_cancelled', row, at)
  const args = { rsvtUid, at, ...(locale && { locale }) }
  await schedule(tx, { kind: LETTER_JOB, key: `letter:${rsvtUid}`, dueAt: at, waitsSince: at, args })
}

/**
 * Confirms a reservation whose order is paid, or requests it from the place (`requested`) with a deadline for the
 * answer. A voucher becomes valid at `now` (ms UTC). Throws unless the reservation was held.
 */
export const bookReservation = async (
  tx: Tx,
  paid: typeof order.$inferSelect,
  now: number,
): Promise<store.Reservation> => {
  const held = await store.findByOrder(tx, paid.ordUid)
  if (!held) throw new Error('an order of goods without a reservation')
  const set = {
    paidAt: now,
    ...(held.validDays !== null && {
      startsAt: now,
      endsAt: voucherEnd(now, held.validDays),
      cancelUntil: paid.cancelUntil,
    }),
  }
  await unschedule(tx, holdKey(held.rsvtUid))
  if (held.confirmation === 'instant') {
    const booked = await store.move(tx, { ordUid: paid.ordUid }, 'pay', { ...set, confirmedAt: now })
    if (!booked) throw new Error('a reservation that was not held was paid')
    await addNews(tx, 'reservation_confirmed', booked, now)
    return booked
  }
  const requestedRow = await store.move(tx, { ordUid: paid.ordUid }, 'pay_request', set)
  if (!requestedRow) throw new Error('a reservation that was not held was paid')
  // The place has declined when it has not answered by then: an hour before the start at the latest.
  const dueAt = Math.max(now, Math.min(now + RESERVE_ANSWER_MS, requestedRow.startsAt - HOUR_MS))
  await schedule(tx, {
    kind: ANSWER_JOB,
    key: answerKey(requestedRow.rsvtUid),
    dueAt,
    args: { rsvtUid: requestedRow.rsvtUid },
  })
  return requestedRow
}

/**
 * Ends a held reservation and gives back its slots, when its order closes unpaid. No-op in any other state. `by`: who
 * closed the order, its member or the payment.
 */
export const lapseReservation = async (
  tx: Tx,
  ordUid: string,
  now: number,
  by: 'member' | 'payment' = 'payment',
): Promise<void> => {
  const event = by === 'member' ? 'cancel' : 'lapse'
  const row = await store.findByOrder(tx, ordUid)
  // An order that a late payment closes may have a reservation that is no longer held.
  if (!row || row.state !== 'held' || afterEvent(row.state, event) === null) return
  const moved = await store.move(tx, { ordUid }, event, { end: by, endedAt: now })
  if (!moved) return
  await unschedule(tx, holdKey(moved.rsvtUid))
  await giveBackRoom(tx, moved)
}

/** Ends a held reservation without an order and gives back its slots; undefined when it has an order or is not held. */
export const endUnpaid = async (
  tx: Tx,
  rsvtUid: string,
  by: 'member' | 'hold',
  now: number,
): Promise<store.Reservation | undefined> => {
  const event = by === 'member' ? 'cancel' : 'lapse'
  const row = await store.findReservation(tx, rsvtUid)
  if (row?.state !== 'held') return undefined
  const moved = await store.move(tx, { rsvtUid, unordered: true }, event, { end: by, endedAt: now })
  if (moved) await giveBackRoom(tx, moved)
  return moved
}

/** Events that cancel a paid reservation, by who or what ends it. */
const CANCELS = { member: 'cancel', declined: 'decline', unanswered: 'decline', closed: 'close' } as const

/**
 * Cancels a paid reservation for its member or its place: gives back its slots, announces it, and leaves it in
 * `cancel_asked`; the caller refunds the money. Undefined when it cannot be cancelled in its state. `locale`: language
 * of the mail, by default that of the order.
 */
export const askCancel = async (
  tx: Tx,
  ordUid: string,
  { by, locale, now }: { by: keyof typeof CANCELS; locale?: Locale; now: number },
): Promise<store.Reservation | undefined> => {
  const row = await store.findByOrder(tx, ordUid)
  if (!row || row.state === 'held') return undefined
  const moved = await store.move(tx, { ordUid }, CANCELS[by], { end: by, cancelAskedAt: now })
  if (!moved) return undefined
  // `unanswered` comes from the answer job itself, which completes after this.
  if (by !== 'unanswered') await unschedule(tx, answerKey(moved.rsvtUid))
  await giveBackRoom(tx, moved)
  await announceEnd(tx, moved, now, locale)
  return moved
}

/** Returns the order's paid reservation if a charge-back ends it; undefined when it has ended or was used. */
export const chargedOf = async (
  tx: Tx,
  ordUid: string,
  isReviewed: (rsvtUid: string) => Promise<boolean>,
  now: number,
): Promise<store.Reservation | undefined> => {
  const row = await store.findByOrder(tx, ordUid)
  if (!row) return undefined
  return isCancelledByChargeBack(factsOf(row, await isReviewed(row.rsvtUid)), row.validDays !== null, now)
    ? row
    : undefined
}

/**
 * Cancels a paid reservation after a charge-back: gives back its slots and announces it, without a refund, because the
 * bank has returned the money. No-op when it has ended.
 */
export const cancelByChargeBack = async (tx: Tx, ordUid: string, now: number): Promise<void> => {
  const moved = await store.move(tx, { ordUid }, 'charge_back', { end: 'charge_back', endedAt: now })
  if (!moved) return
  await unschedule(tx, answerKey(moved.rsvtUid))
  await giveBackRoom(tx, moved)
  await announceEnd(tx, moved, now)
}

/**
 * Moves the reservation that a charge-back had ended to `cancel_asked`, when the charge-back is reversed: its slots may
 * have been sold again. A job (`STANDS_JOB`) refunds the charge, once: that of a cart can be disputed again afterwards.
 */
export const reverseChargeBack = async (tx: Tx, ordUid: string, now: number): Promise<void> => {
  const row = await store.findByOrder(tx, ordUid)
  if (row?.end !== 'charge_back' || row.cancelAskedAt !== null) return
  const moved = await store.move(tx, { ordUid }, 'stands', { cancelAskedAt: now, endedAt: null })
  if (!moved) return
  const { rsvtUid } = moved
  await schedule(tx, { kind: STANDS_JOB, key: `stands:${rsvtUid}`, dueAt: now, waitsSince: now, args: { rsvtUid } })
}

/** Confirms a requested reservation for its place; false when it is not requested any more. */
export const confirmReservation = async (tx: Tx, rsvtUid: string, now: number): Promise<boolean> => {
  const moved = await store.move(tx, { rsvtUid }, 'confirm', { confirmedAt: now })
  if (!moved) return false
  await unschedule(tx, answerKey(rsvtUid))
  await addNews(tx, 'reservation_confirmed', moved, now)
  return true
}

/** Moves an order's reservation from `cancel_asked` to `cancelled`, after the full refund. */
export const refundedReservation = async (tx: Tx, ordUid: string, now: number): Promise<void> => {
  await store.move(tx, { ordUid }, 'refunded', { endedAt: now })
}

/** Ends reservations whose hold runs out before a payment begins. */
export const JOB_KINDS: readonly JobKind[] = [
  databaseJob(HOLD_JOB, async (tx, { args }, deps) => {
    await endUnpaid(tx, String(args.rsvtUid), 'hold', deps.clock())
  }),
]
