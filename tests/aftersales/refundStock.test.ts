import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as card from '#contract/calls/card.ts'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { decideRefund } from '#server/modules/refund/service.ts'
import { gateAt } from '../coupons/exchangeDesk.ts'
import { buyQuote, quoteFor } from '../coupons/wallet.ts'
import { DESK } from '../gate/gates.ts'
import { drawnEngines } from '../harness/engines.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

describe.each(drawnEngines())('stock of cards after a refund, on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
  })
  afterAll(() => shop.close())

  const stockLeft = async (): Promise<number> => {
    const { rows } = await shop.deps.db.execute<{ n: number }>(
      sql`select sum(units)::int as n from stock where gds_dtl_uid = 'pass-24h-card-std'`,
    )
    return Number(rows[0]?.n)
  }

  test('a collected card returns no unit to the stock, and an uncollected one does', async () => {
    const { accessToken: token } = await shop.member()
    const before = await stockLeft()
    const quoted = await quoteFor(shop, token, { gdsDtlUid: await shop.optionOf('pass-24h-card'), passCnt: 3 })
    const bought = await buyQuote(shop, token, quoted.data?.quoteUid ?? '')
    await shop.bank.press(bought.data?.payUrl ?? '', 'approve')
    const ordUid = bought.data?.ordUid ?? ''
    await shop.returnFromPayment(ordUid)
    expect(await stockLeft()).toBe(before - 3)
    const [collected, second, third] = (await shop.call(card.exchangeCardList, { token })).data?.list ?? []
    const desk = await gateAt(shop, DESK)
    const body = { voucher: collected?.voucher ?? '', cardNum: sampleNumber(1, 12) }
    expect((await shop.call(card.pickup, { token: desk, body })).status.code).toBe('200')
    expect(await stockLeft()).toBe(before - 3)

    // A card that waits at an exchange desk is refunded by rule, and its unit returns to the stock.
    expect((await shop.requestRefund(token, ordUid, { passUids: [second?.passUid ?? ''] })).data?.deskYn).toBe('N')
    await shop.runJobs()
    expect(await stockLeft()).toBe(before - 2)
    // The collected card and the last one together, decided by the desk.
    const request = await shop.requestRefund(token, ordUid)
    expect(request.data).toMatchObject({ deskYn: 'Y', types: 'whole' })
    expect(
      (await shop.call(card.pickup, { token: desk, body: { ...body, voucher: third?.voucher ?? '' } })).status.code,
    ).toBe('E_VOUCHER')
    const decision = { approve: true, note: null }
    const refundUid = request.data?.refundUid ?? ''
    await shop.deps.db.transaction((tx) => decideRefund(tx, refundUid, decision, shop.clock()))
    await shop.runJobs()
    expect(await shop.storedOrder(ordUid)).toMatchObject({ kept: 0 })
    expect(await stockLeft()).toBe(before - 1)
  })
})
