import type { PassState } from './passState.ts'

/** Labels of a purchase (spec 4.6): derived from the states of its units, never stored. */
export const PURCHASE_LABELS = ['unused', 'used', 'cancelled', 'refund'] as const
export type PurchaseLabel = (typeof PURCHASE_LABELS)[number]

/**
 * Returns the label of an order's units; `given` is a unit that another member holds now. While a unit is unused the
 * label is `unused`; else `used` if one was used or has expired; else `unused` if one was given away. When all are
 * voided it is `refund`, or `cancelled` when the payment itself was cancelled.
 */
export const purchaseLabel = (units: readonly (PassState | 'given')[]): PurchaseLabel => {
  if (units.includes('unused')) return 'unused'
  if (units.some((state) => state === 'used' || state === 'in_use' || state === 'expired')) return 'used'
  // The buyer does not learn how a pass that was given away is used.
  if (units.includes('given')) return 'unused'
  return units.includes('refund') && !units.includes('cancelled') ? 'refund' : 'cancelled'
}
