import * as z from 'zod/mini'
import { call } from './call.ts'
import { text, uuid } from './fields.ts'
import { goodsOrder, order } from './pass.ts'

export const pgLog = call({
  method: 'POST',
  path: '/pgLog',
  who: 'member',
  summary: 'Records what the payment gateway answered to the browser; the server asks the gateway itself and settles',
  refuses: ['E_NOT_FOUND'],
  body: z.strictObject({ ordUid: uuid, result: text(40) }),
  data: z.discriminatedUnion('kind', [order, goodsOrder]),
})
