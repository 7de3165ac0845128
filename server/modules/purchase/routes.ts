import { buyDetail, buyList } from '#contract/calls/purchase.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { listPurchases, readPurchase } from './service.ts'

const routes: Served[] = [
  serve(buyList, ({ query }, { deps, member, locale }) => listPurchases(deps, member.memberId, { ...query, locale })),
  serve(buyDetail, ({ params }, { deps, member, locale }) => readPurchase(deps, params.id, member.memberId, locale)),
]

export const purchaseModule = defineModule({ name: 'purchase', routes })
