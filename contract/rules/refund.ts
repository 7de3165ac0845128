/** Which units of an order can be refunded, and for how much (spec 4.19, 4.21, 9.7, 9.9). */

/** The stored facts of one unit. */
export interface UnitFacts {
  /** Its holder; null: none yet. */
  memberId: string | null
  /** First entry, ms UTC. */
  activatedAt: number | null
  /** First discount at a partner, ms UTC. */
  discountUsedAt: number | null
  voided: 'cancelled' | 'refund' | null
  giftUid: string | null
  refundUid: string | null
}

/** Returns whether a unit had an entry or a discount; such a unit cannot be refunded or given (spec 4.5, 9.9). */
export const isUsed = ({ activatedAt, discountUsedAt }: Pick<UnitFacts, 'activatedAt' | 'discountUsedAt'>): boolean =>
  activatedAt !== null || discountUsedAt !== null

/** Why a unit cannot be refunded: given away, in an open gift, used, or already requested or voided. */
export type NotRefundable = 'given' | 'gift' | 'used' | 'asked'

/** Returns why `buyerId` cannot have a unit refunded, or null when that is possible. */
export const whyNotRefundable = (unit: UnitFacts, buyerId: string): NotRefundable | null => {
  if (unit.voided !== null || unit.refundUid !== null) return 'asked'
  if (unit.memberId !== buyerId) return 'given'
  if (isUsed(unit)) return 'used'
  return unit.giftUid === null ? null : 'gift'
}

/**
 * Returns the refund in whole KRW for `units` of the `unitsLeft` units that no other request covers, out of the
 * `amountLeft` KRW that no other request promises. The order's discount is shared pro rata, rounded down; the last
 * unit gets the rest. Throws `RangeError` for numbers out of range.
 */
export const refundAmount = (amountLeft: number, unitsLeft: number, units: number): number => {
  const whole = [amountLeft, unitsLeft, units].every(Number.isSafeInteger)
  if (!whole || amountLeft < 0 || units < 1 || units > unitsLeft) throw new RangeError('no such refund')
  return Math.floor((amountLeft * units) / unitsLeft)
}

/**
 * Returns whether the desk must decide a request: from `cancelUntil` (ms UTC) on, or when a card was collected, because
 * it may be lost or its transit balance spent. Otherwise the rule refunds.
 */
export const needsDesk = (
  cancelUntil: number | null,
  units: readonly { collectedAt: number | null }[],
  now: number,
): boolean => cancelUntil === null || now >= cancelUntil || units.some(({ collectedAt }) => collectedAt !== null)
