import { rates } from '#contract/calls/currency.ts'
import type { SharedSource } from './shared.ts'

/** The currency rates, the same in each language. Apart from `shared.ts`, so that only screens with prices load them. */
export const SHARED_RATES: SharedSource = {
  key: 'currencyRates',
  fetch: (api, etag) => api.tagged(rates, {}, etag === undefined ? {} : { etag }),
}
