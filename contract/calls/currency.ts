import * as z from 'zod/mini'
import { CURRENCIES } from '../rules/currency.ts'
import { call } from './call.ts'
import { yn } from './fields.ts'

export const rates = call({
  method: 'GET',
  path: '/currency/rates',
  who: 'anonymous',
  addition: true,
  shared: true,
  summary: 'Rates for showing prices also in other currencies; orders are charged in KRW',
  data: z.object({
    /** null: the operator has set no rates. */
    table: z.nullable(
      z.object({
        /** Korean date of the rates, such as `2026-11-25`; 30 days after it the app shows none of them. */
        date: z.string(),
        /** Who published the rates. */
        source: z.string(),
        /** `Y`: examples, shown in the sandbox only. */
        sampleYn: yn,
        /** `rate`: KRW for 10,000 units of the currency. */
        rates: z.array(z.object({ currency: z.enum(CURRENCIES), rate: z.int().check(z.positive()) })),
      }),
    ),
  }),
})
