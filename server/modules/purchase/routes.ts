import { buyDetail, buyList, receipt } from '#contract/calls/purchase.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { receiptFileName } from '#server/pdf/renderReceipt.ts'
import { listPurchases, readPurchase, readReceipt } from './service.ts'

const routes: Served[] = [
  serve(buyList, ({ query }, { deps, member, locale }) => listPurchases(deps, member.memberId, { ...query, locale })),
  serve(buyDetail, ({ params }, { deps, member, locale }) => readPurchase(deps, params.id, member.memberId, locale)),

  serve(receipt, async ({ params }, { deps, member, locale, reply }) => {
    const { orderNumber, bytes } = await readReceipt(deps, params.id, member.memberId, locale)
    // An attachment without MIME sniffing (`DATA_HEADERS`): a browser that opens the address saves it as a file.
    void reply
      .header('content-disposition', `attachment; filename="${receiptFileName(orderNumber)}"`)
      .header('cache-control', 'private, no-store')
      .type(receipt.fileType)
      .send(bytes)
    return null
  }),
]

export const purchaseModule = defineModule({ name: 'purchase', routes })
