import { expect, test } from 'vitest'
import { purchaseLabel } from './purchase.ts'

test.each([
  [['unused'], 'unused'],
  [['used', 'unused', 'refund'], 'unused'],
  [['in_use', 'refund'], 'used'],
  [['expired'], 'used'],
  [['given'], 'unused'],
  [['given', 'refund'], 'unused'],
  [['given', 'used'], 'used'],
  [['refund', 'refund'], 'refund'],
  [['cancelled', 'refund'], 'cancelled'],
  [['cancelled'], 'cancelled'],
  // Paid, and refunded before any pass was issued.
  [[], 'cancelled'],
] as const)('the label of %j is %s', (units, label) => {
  expect(purchaseLabel(units)).toBe(label)
})
