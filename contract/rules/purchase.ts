import type { PassState } from './passState.ts'

/** Labels of a purchase (specification 4): derived from its units, never stored. */
export const PURCHASE_LABELS = ['unused', 'used', 'cancelled', 'refund'] as const
export type PurchaseLabel = (typeof PURCHASE_LABELS)[number]

/**
 * The one label of an order's units; `given` is a unit that another member holds now. While any can still be begun it is
 * unused, else used if any was; with nothing left it is refund, or cancelled when the payment itself was taken back.
 */
export const purchaseLabel = (units: readonly (PassState | 'given')[]): PurchaseLabel => {
  if (units.includes('unused')) return 'unused'
  if (units.some((state) => state !== 'cancelled' && state !== 'refund')) return 'used'
  return units.includes('refund') && !units.includes('cancelled') ? 'refund' : 'cancelled'
}
