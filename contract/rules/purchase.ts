import type { PassState } from './passState.ts'

/** Labels of a purchase (specification 4): derived from its units, never stored. */
export const PURCHASE_LABELS = ['unused', 'used', 'cancelled', 'refund'] as const
export type PurchaseLabel = (typeof PURCHASE_LABELS)[number]

/**
 * The one label of an order's units; `given` is a unit that another member holds now. While any can still be begun it is
 * unused, else used if the buyer used any, else unused if any was given away; with nothing left it is refund, or cancelled when the payment itself was taken back.
 */
export const purchaseLabel = (units: readonly (PassState | 'given')[]): PurchaseLabel => {
  if (units.includes('unused')) return 'unused'
  if (units.some((state) => state === 'used' || state === 'in_use' || state === 'expired')) return 'used'
  // Whoever gave a pass away does not hear how it is used.
  if (units.includes('given')) return 'unused'
  return units.includes('refund') && !units.includes('cancelled') ? 'refund' : 'cancelled'
}
