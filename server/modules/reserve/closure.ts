import { RESERVE_AHEAD_DAYS } from '#contract/limits.ts'
import { koreanDate, koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { slotDate, slotsOf } from '#contract/rules/priceSn.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Database } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused } from '#server/http/command.ts'
import { reservationsInSpan, type Reservation } from '#server/modules/booking/service.ts'
import { closeDays, closeDaysOfGoods, optionsOf } from '#server/modules/goods/service.ts'
import { findOrder } from '#server/modules/order/service.ts'
import { refundClosed } from './service.ts'

/**
 * Days on which a place is closed: nobody can reserve them, and the desk gives the money of their reservations back in
 * one go, after it has read what that would do.
 */

/**
 * What becomes of a reservation when its days are closed. `refund`: it can be cancelled for a full refund. `paying`: its
 * payment or hold is under way, so it ends by itself or becomes `refund`. `begun`: it was used or has begun.
 */
export type Fate = 'refund' | 'paying' | 'begun'

export interface Affected {
  row: Reservation
  fate: Fate
  /** KRW that go back; 0 unless `refund`. */
  amount: number
}

/** A closure: goods or one option, and the Korean days of `[from, until)`, ms UTC. */
export interface Closure {
  options: Awaited<ReturnType<typeof optionsOf>>
  /** The goods, when they were named as a whole; null: one option was. */
  gdsUid: string | null
  from: number
  until: number
}

/**
 * Reads a closure from the id of goods or of an option and its first and last day (`2026-12-01`). Throws `CommandRefused`
 * `E_INPUT` when one of them is wrong, or the goods have no dates.
 */
export const readClosure = async (
  db: Database,
  { id, first, last }: { id: string; first: string; last: string },
): Promise<Closure> => {
  const [from, lastDay] = [koreanDayStart(first), koreanDayStart(last)]
  if (Number.isNaN(from) || Number.isNaN(lastDay)) throw new CommandRefused('E_INPUT', 'Days are written 2026-12-01.')
  const until = lastDay + DAY_MS
  if (until <= from || until - from > RESERVE_AHEAD_DAYS * DAY_MS)
    throw new CommandRefused(
      'E_INPUT',
      `The last day must not be before the first, and a closure has at most ${RESERVE_AHEAD_DAYS} days.`,
    )
  const options = await optionsOf(db, id)
  const [named] = options
  if (!named)
    throw new CommandRefused('E_INPUT', 'No goods and no option have this id: npm run product:list names the options.')
  if (named.goods.doc.type === 'voucher')
    throw new CommandRefused('E_INPUT', 'A voucher has no dates: npm run product:set stops its sale.')
  return { options, gdsUid: named.goods.gdsUid === id ? id : null, from, until }
}

const fateOf = async (db: Database, row: Reservation, now: number): Promise<Omit<Affected, 'row'>> => {
  if (row.state === 'held') return { fate: 'paying', amount: 0 }
  if (row.usedAt !== null || row.startsAt <= now) return { fate: 'begun', amount: 0 }
  const order = row.ordUid === null ? undefined : await findOrder(db, row.ordUid)
  return { fate: 'refund', amount: order?.amount ?? 0 }
}

/** Returns the reservations that take room on the days of a closure, in order of use, and what becomes of each. */
export const affectedBy = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { options, from, until }: Closure,
): Promise<Affected[]> => {
  const gdsDtlUids = options.map(({ option }) => option.gdsDtlUid)
  const [first, end] = [koreanDate(from), koreanDate(until)]
  const isClosed = (slot: string) => slotDate(slot) >= first && slotDate(slot) < end
  const rows = await reservationsInSpan(db, gdsDtlUids, { from, until })
  const affected: Affected[] = []
  for (const row of rows) {
    // A stay that ends on the morning of the first day does not take its night.
    if (!slotsOf(row.priceSn).some(isClosed)) continue
    affected.push({ row, ...(await fateOf(db, row, clock())) })
  }
  return affected
}

/** Closes the days, or opens them again, with an entry in the log of operators; reservations stay. */
export const setClosed = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { options, gdsUid, from, until }: Closure,
  { isOpen, operator }: { isOpen: boolean; operator: string },
) =>
  db.transaction(async (tx) => {
    if (gdsUid !== null) await closeDaysOfGoods(tx, gdsUid, { from, until, isOpen })
    for (const each of options) await closeDays(tx, each, { from, until, isOpen })
    const target = gdsUid ?? options[0]?.option.gdsDtlUid ?? ''
    const after = { from, until, isOpen }
    await noteOperatorChange(tx, { at: clock(), operator, target, field: 'closure', after })
  })

/**
 * Closes the days, and cancels and refunds all reservations that can be, each in a transaction of its own with an entry
 * in the log of operators. `expected`: how many the operator has read about; with another number nothing is refunded,
 * and it resolves false. Repeating it refunds what an earlier attempt did not reach. Throws `E_REFUND` when the money of
 * one cannot go back; earlier ones are refunded then.
 */
export const refundClosure = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  closure: Closure,
  { expected, operator }: { expected: number; operator: string },
): Promise<Affected[] | false> => {
  // First, so that no reservation comes after the count.
  await setClosed(deps, closure, { isOpen: false, operator })
  const affected = await affectedBy(deps, closure)
  const refundable = affected.filter(({ fate }) => fate === 'refund')
  if (refundable.length !== expected) return false
  const refundOne = ({ row: { rsvtUid }, amount }: Affected): Promise<boolean> =>
    deps.db.transaction(async (tx) => {
      const now = deps.clock()
      if (!(await refundClosed(tx, rsvtUid, now))) return false
      const after = { word: 'closed', amount }
      await noteOperatorChange(tx, { at: now, operator, target: rsvtUid, field: 'reservation', after })
      return true
    })
  const refunded: Affected[] = []
  for (const each of refundable) if (await refundOne(each)) refunded.push(each)
  return refunded
}
