import type { Config } from '#server/config.ts'
import type { Records } from './docs.ts'

/** What may be sold, and what is shown as an offer. */

/** Does a payment through this gateway move money? Then no sample is offered. */
export const movesMoney = ({ payment }: Pick<Config, 'payment'>): boolean => payment.gateway !== 'sandbox'

/** Whether a product may be sold now. A sample never, where money moves; nothing while an operator stopped all sales. */
export const maySell = (
  { onSale, isSample, isStopped }: { onSale: boolean; isSample: boolean; isStopped: boolean },
  config: Pick<Config, 'payment'>,
): boolean => onSale && !isStopped && !(isSample && movesMoney(config))

/** The records without samples. */
export const confirmedOf = (records: Records): Records => ({
  ...records,
  confirmedOnly: true,
  products: records.products.filter(({ sample }) => !sample),
  venues: records.venues.filter(({ discount }) => !discount.sample),
})
