import * as currency from '#contract/calls/currency.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'

const routes: Served[] = [serve(currency.rates, (_input, { deps }) => ({ table: deps.config.currencyRates }))]

export const currencyModule = defineModule({ name: 'currency', routes })
