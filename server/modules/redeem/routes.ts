import { redeem } from '#contract/calls/redeem.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { redeemVoucher } from './service.ts'

const routes: Served[] = [
  serve(redeem, ({ body }, { deps, gate, locale, write, storeAnswer }) =>
    redeemVoucher(deps, { ...body, gate, locale }, { write, storeAnswer }),
  ),
]

export const redeemModule = defineModule({ name: 'redeem', routes })
