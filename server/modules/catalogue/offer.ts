import type { Config } from '#server/config.ts'
import type { Records } from './docs.ts'

/** Which products may be sold, and which records are offered. */

/**
 * Returns true when a product may be sold now: never a sample where money moves, nothing while all sales are stopped.
 */
export const maySell = (
  { onSale, isSample, isStopped }: { onSale: boolean; isSample: boolean; isStopped: boolean },
  config: Pick<Config, 'payment'>,
): boolean => onSale && !isStopped && !(isSample && config.payment.movesMoney)

/**
 * Returns the records without sample products and sample partners. `confirmedOnly` leaves out sample goods when their
 * tables are read.
 */
export const confirmedOf = (records: Records): Records => ({
  ...records,
  confirmedOnly: true,
  products: records.products.filter(({ sample }) => !sample),
  venues: records.venues.filter(({ discount }) => !discount.sample),
  goodsBadges: records.goodsBadges.filter(({ sample }) => !sample),
})
