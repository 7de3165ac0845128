/** What can be given back of an order, and how much money goes with it (specification 4, 5, 9). */

/** What is stored of one unit. */
export interface UnitFacts {
  /** Who holds it; null: nobody yet. */
  memberId: string | null
  /** First entry, ms UTC. */
  activatedAt: number | null
  /** First discount at a partner, ms UTC. */
  discountUsedAt: number | null
  voided: 'cancelled' | 'refund' | null
  giftUid: string | null
  refundUid: string | null
}

/** Was anything taken with it? An entry or a discount: such a unit is neither refunded nor given away (specification 9). */
export const isUsed = ({ activatedAt, discountUsedAt }: Pick<UnitFacts, 'activatedAt' | 'discountUsedAt'>): boolean =>
  activatedAt !== null || discountUsedAt !== null

/** Why a unit cannot be given back: given away, in a gift that waits, begun, or asked for or taken back already. */
export type NotRefundable = 'given' | 'gift' | 'used' | 'asked'

/** null: it can be given back by `buyerId`. */
export const whyNotRefundable = (unit: UnitFacts, buyerId: string): NotRefundable | null => {
  if (unit.voided !== null || unit.refundUid !== null) return 'asked'
  if (unit.memberId !== buyerId) return 'given'
  if (isUsed(unit)) return 'used'
  return unit.giftUid === null ? null : 'gift'
}

/**
 * KRW for `units` of the `unitsLeft` that no other request holds, out of the `left` KRW that none of them promises: the
 * order's discount is shared pro rata, in whole won, and the last unit takes what is left. Throws `RangeError`.
 */
export const refundAmount = (left: number, unitsLeft: number, units: number): number => {
  const whole = [left, unitsLeft, units].every(Number.isSafeInteger)
  if (!whole || left < 0 || units < 1 || units > unitsLeft) throw new RangeError('no such refund')
  return Math.floor((left * units) / unitsLeft)
}

/**
 * Does a person at the desk decide? The buyer's word is enough until `cancelUntil` (half-open, ms UTC), and for what was
 * never handed over: a card that was collected may be lost, or its transit balance spent.
 */
export const needsDesk = (
  cancelUntil: number | null,
  units: readonly { collectedAt: number | null }[],
  now: number,
): boolean => cancelUntil === null || now >= cancelUntil || units.some(({ collectedAt }) => collectedAt !== null)
