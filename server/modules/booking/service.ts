import { RESERVE_ANSWER_MS } from '#contract/limits.ts'
import { afterEvent, endsWithCharge, type ReservationFacts } from '#contract/rules/reservation.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { order } from '#server/db/schema/order.ts'
import { findGoods, giveBackSlots, voucherEnd } from '#server/modules/goods/service.ts'
import { inside, schedule, unschedule, type JobKind } from '#server/modules/job/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import { tell } from '#server/modules/news/service.ts'
import * as store from './store.ts'

export type { Reservation } from './store.ts'
export { countOf, find, findByOrder, findByQuote, insert, join, page, waiting, type Wanted } from './store.ts'

/**
 * The moves of a reservation (drawn in contract/rules/reservation.ts). An unpaid one without an order is moved by its
 * member or its hold; from then on only in the transaction that moved its order. Locks: order → reservation → stock.
 */

export const HOLD_JOB = 'reserve-hold'
export const ANSWER_JOB = 'reserve-answer'
export const STANDS_JOB = 'reserve-stands'
export const LETTER_JOB = 'reserve-letter'
export const holdKey = (rsvtUid: string): string => `hold:${rsvtUid}`
const answerKey = (rsvtUid: string): string => `answer:${rsvtUid}`

/** What the state that is shown is derived from. */
export const factsOf = (row: store.Reservation, reviewed: boolean): ReservationFacts => ({
  state: row.state,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  cancelUntil: row.cancelUntil,
  holdUntil: row.holdUntil,
  ordered: row.ordUid !== null,
  reviewed,
})

const letGo = (tx: Tx, row: store.Reservation): Promise<void> =>
  giveBackSlots(tx, row.gdsDtlUid, row.priceSn, row.goodsCnt)

const news = async (
  tx: Tx,
  kind: 'reservation_confirmed' | 'reservation_cancelled',
  row: store.Reservation,
  at: number,
): Promise<void> => {
  const goods = await findGoods(tx, row.gdsUid)
  // Who has left is told nothing.
  if (!goods || !(await readMember(tx, row.memberId))) return
  const values = { goods: goods.doc.name, number: row.rsvtNumber }
  await tell(tx, { memberId: row.memberId, kind, key: `${kind}:${row.rsvtUid}`, values, at })
}

/** A paid one will not take place: said in the news feed, and by a letter, in `locale` or the language of its order. */
const tellEnd = async (tx: Tx, row: store.Reservation, at: number, locale?: Locale): Promise<void> => {
  const { rsvtUid } = row
  await news(tx, 'reservation_cancelled', row, at)
  const args = { rsvtUid, at, ...(locale && { locale }) }
  await schedule(tx, { kind: LETTER_JOB, key: `letter:${rsvtUid}`, dueAt: at, waitsSince: at, args })
}

/** Its order was paid: confirmed, or asked of the place. */
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
    await news(tx, 'reservation_confirmed', booked, now)
    return booked
  }
  const asked = await store.move(tx, { ordUid: paid.ordUid }, 'pay_request', set)
  if (!asked) throw new Error('a reservation that was not held was paid')
  // No answer is a no, in good time before the day.
  const dueAt = Math.max(now, Math.min(now + RESERVE_ANSWER_MS, asked.startsAt - 3_600_000))
  await schedule(tx, { kind: ANSWER_JOB, key: answerKey(asked.rsvtUid), dueAt, args: { rsvtUid: asked.rsvtUid } })
  return asked
}

/** Its order closed unpaid: what was held is free again. */
export const lapseReservation = async (
  tx: Tx,
  ordUid: string,
  now: number,
  by: 'member' | 'payment' = 'payment',
): Promise<void> => {
  const event = by === 'member' ? 'cancel' : 'lapse'
  const row = await store.findByOrder(tx, ordUid)
  // A payment that came too late closes an order whose reservation has moved on.
  if (!row || row.state !== 'held' || afterEvent(row.state, event) === null) return
  const moved = await store.move(tx, { ordUid }, event, { end: by, endedAt: now })
  if (!moved) return
  await unschedule(tx, holdKey(moved.rsvtUid))
  await letGo(tx, moved)
}

/** Ends one whose payment has not begun; undefined when it has moved on. */
export const endUnpaid = async (
  tx: Tx,
  rsvtUid: string,
  by: 'member' | 'hold',
  now: number,
): Promise<store.Reservation | undefined> => {
  const event = by === 'member' ? 'cancel' : 'lapse'
  const row = await store.find(tx, rsvtUid)
  if (row?.state !== 'held') return undefined
  const moved = await store.move(tx, { rsvtUid, unordered: true }, event, { end: by, endedAt: now })
  if (moved) await letGo(tx, moved)
  return moved
}

/** Asked to be cancelled, by its member or the place: free again at once, and its money goes back. */
export const askCancel = async (
  tx: Tx,
  ordUid: string,
  { by, locale, now }: { by: 'member' | 'declined' | 'unanswered'; locale?: Locale; now: number },
): Promise<store.Reservation | undefined> => {
  const row = await store.findByOrder(tx, ordUid)
  if (!row || row.state === 'held') return undefined
  const event = by === 'member' ? 'cancel' : 'decline'
  const moved = await store.move(tx, { ordUid }, event, { end: by, cancelAskedAt: now })
  if (!moved) return undefined
  // The job that found no answer ends by itself.
  if (by !== 'unanswered') await unschedule(tx, answerKey(moved.rsvtUid))
  await letGo(tx, moved)
  await tellEnd(tx, moved, now, locale)
  return moved
}

/** The paid reservation of an order, where it ends with its charge; undefined when it has ended, or was used. */
export const chargedOf = async (
  tx: Tx,
  ordUid: string,
  isReviewed: (rsvtUid: string) => Promise<boolean>,
  now: number,
): Promise<store.Reservation | undefined> => {
  const row = await store.findByOrder(tx, ordUid)
  if (!row) return undefined
  return endsWithCharge(factsOf(row, await isReviewed(row.rsvtUid)), row.validDays !== null, now) ? row : undefined
}

/** Its charge was taken back: cancelled, free at once, and no money of ours goes back. */
export const endWithCharge = async (tx: Tx, ordUid: string, now: number): Promise<void> => {
  const moved = await store.move(tx, { ordUid }, 'charge_back', { end: 'charge_back', endedAt: now })
  if (!moved) return
  await unschedule(tx, answerKey(moved.rsvtUid))
  await letGo(tx, moved)
  await tellEnd(tx, moved, now)
}

/** The charge of one that ended with it stands after all: somebody else may have the room, so its money goes back. */
export const chargeStands = async (tx: Tx, ordUid: string, now: number): Promise<void> => {
  const row = await store.findByOrder(tx, ordUid)
  if (row?.end !== 'charge_back') return
  const moved = await store.move(tx, { ordUid }, 'stands', { cancelAskedAt: now, endedAt: null })
  if (!moved) return
  const { rsvtUid } = moved
  await schedule(tx, { kind: STANDS_JOB, key: `stands:${rsvtUid}`, dueAt: now, waitsSince: now, args: { rsvtUid } })
}

/** The place said yes. */
export const confirmReservation = async (tx: Tx, rsvtUid: string, now: number): Promise<boolean> => {
  const moved = await store.move(tx, { rsvtUid }, 'confirm', { confirmedAt: now })
  if (!moved) return false
  await unschedule(tx, answerKey(rsvtUid))
  await news(tx, 'reservation_confirmed', moved, now)
  return true
}

/** All the money of a cancelled one went back. */
export const refundedReservation = async (tx: Tx, ordUid: string, now: number): Promise<void> => {
  await store.move(tx, { ordUid }, 'refunded', { endedAt: now })
}

/** Lets go what nobody began to pay for. */
export const JOB_KINDS: readonly JobKind[] = [
  inside(HOLD_JOB, async (tx, { args }, deps) => {
    await endUnpaid(tx, String(args.rsvtUid), 'hold', deps.clock())
  }),
]
