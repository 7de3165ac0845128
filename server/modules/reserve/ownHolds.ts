import { slotsOf } from '#contract/rules/priceSn.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { endUnpaid, unorderedHolds, type Reservation } from '#server/modules/booking/service.ts'
import { leftFor, lockSlots, sharesSlot, type Option, type Span } from '#server/modules/goods/service.ts'
import type { QuoteRow } from '#server/modules/order/service.ts'

/**
 * Unpaid holds of the member who reserves: somebody who goes back to the first step meets their own hold. It counts as
 * free for them, and is ended when they reserve more than is left beside it.
 */

interface Wanted {
  memberId: string
  option: Option
  span: Span
  now: number
}

const holdsOf = async (tx: Tx, { memberId, option, span, now }: Wanted, isLocked: boolean): Promise<Reservation[]> => {
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
 * Ends holds of the member that a price has counted as free, the latest first, until the units of its quote are left. Ends
 * none while there are as many. Call it under `lockHolds`, and before stock is locked.
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
