import { slotsOf } from '#contract/rules/priceSn.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { endUnpaid, unorderedHolds, type Reservation } from '#server/modules/booking/service.ts'
import { leftFor, lockSlots, sharesSlot, type Option, type Span } from '#server/modules/goods/service.ts'
import type { QuoteRow } from '#server/modules/order/service.ts'

/**
 * Unpaid holds of the member who reserves: somebody who goes back to the first step meets their own hold. It counts as
 * free for them, and is ended when they reserve more than is left beside it.
 */

interface WantedSlots {
  memberId: string
  option: Option
  span: Pick<Span, 'slots'>
  now: number
}
interface Wanted extends WantedSlots {
  span: Span
}

const holdsOf = async (tx: Tx, wanted: WantedSlots, isLocked: boolean): Promise<Reservation[]> => {
  const { memberId, option, span, now } = wanted
  const holds = await unorderedHolds(tx, { memberId, gdsDtlUid: option.gdsDtlUid, now, isLocked })
  return holds.filter(({ priceSn }) => sharesSlot(span, priceSn))
}

/**
 * Returns what a member holds of an option without an order, or of all options; nothing for a guest (null). The calendar
 * shows it as free to its member, as the price does.
 */
export const ownHolds = async (
  db: Database,
  memberId: string | null,
  { gdsDtlUid, now }: { gdsDtlUid?: string; now: number },
): Promise<Reservation[]> =>
  memberId === null ? [] : unorderedHolds(db, { memberId, gdsDtlUid, now, isLocked: false })

/** Returns the units left of a span for a member, who can give back what they hold of it without an order. */
export const leftForMember = async (tx: Tx, wanted: Wanted): Promise<number> =>
  leftFor(tx, wanted.option, wanted.span, await holdsOf(tx, wanted, false))

/**
 * Locks the member's unpaid holds of the option, then the slots of `span` and of the holds that share one: all that
 * `makeRoom` may lock for spans of these slots. A cart calls it before it reserves several spans of one option. Call it
 * under `lockHolds`.
 */
export const lockSlotsWithHolds = async (tx: Tx, wanted: WantedSlots): Promise<void> => {
  const { option, span } = wanted
  const holds = await holdsOf(tx, wanted, true)
  // Also while there is room: it may be taken until the slots are locked, and then `makeRoom` ends holds.
  await lockSlots(tx, option, [...span.slots, ...holds.flatMap(({ priceSn }) => slotsOf(priceSn))])
}

/**
 * Ends holds of the member that a price has counted as free, the latest first, until the units of its quote are left. Ends
 * none while there are as many. Call it under `lockHolds`, and before stock is locked other than by `lockSlotsWithHolds`.
 */
export const makeRoom = async (
  tx: Tx,
  wanted: Wanted,
  { quoteUid, passCnt: n }: Pick<QuoteRow, 'quoteUid' | 'passCnt'>,
): Promise<void> => {
  // Not those made after the price, such as by another page: these ids sort by time.
  const holds = (await holdsOf(tx, wanted, true)).filter(({ rsvtUid }) => rsvtUid <= quoteUid)
  if (holds.length === 0 || (await leftFor(tx, wanted.option, wanted.span)) >= n) return
  // All nights at once: a hold of a later night would be locked before the first night of the stay (deadlocks).
  await lockSlots(tx, wanted.option, [...wanted.span.slots, ...holds.flatMap(({ priceSn }) => slotsOf(priceSn))])
  for (const hold of holds.toReversed()) {
    if ((await leftFor(tx, wanted.option, wanted.span)) >= n) return
    await endUnpaid(tx, hold.rsvtUid, 'member', wanted.now)
  }
}
