import { afterAll, beforeAll, expect, test } from 'vitest'
import * as card from '#contract/calls/card.ts'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { findCard } from '#server/modules/card/service.ts'
import { cardOf } from '../harness/cards.ts'
import { signWithNextRoot } from '../harness/nextRoot.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { gateAt } from './exchangeDesk.ts'
import { buyQuote, quoteFor } from './wallet.ts'

/** An exchange desk after the root secret was rotated (decision 0347). */

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ engine: 'embedded' })
})
afterAll(() => shop.close())

test('a voucher and a card of before are exchanged, and the number is stored under the next root', async () => {
  const { accessToken: token } = await shop.member()
  const quote = await quoteFor(shop, token, { gdsDtlUid: await shop.optionOf('pass-48h-card') })
  const bought = await buyQuote(shop, token, quote.data?.quoteUid ?? '', {})
  await shop.bank.press(bought.data?.payUrl ?? '', 'approve')
  await shop.returnFromPayment(bought.data?.ordUid ?? '')
  const voucher = (await shop.call(card.exchangeCardList, { token })).data?.list[0]?.voucher ?? ''
  const desk = await gateAt(shop, 'busan-station')
  signWithNextRoot(shop.deps.keys)

  const hand = (nth: number) =>
    shop.call(card.pickup, { token: desk, body: { voucher, cardNum: sampleNumber(2, nth) } })
  expect((await hand(1)).status.code).toBe('E_CARD_STOCK')
  const handed = await hand(11)
  expect(handed.data).toMatchObject({ passType: '48H', cardNum: '0011' })
  // `cardOf` looks under the root that signs alone; a refused card keeps its hash.
  expect(await cardOf(shop.deps, sampleNumber(2, 11))).toMatchObject({ state: 'live', passUid: handed.data?.passUid })
  expect(await cardOf(shop.deps, sampleNumber(2, 1))).toBeUndefined()
  expect(await findCard(shop.deps, sampleNumber(2, 1))).toMatchObject({ state: 'live' })
  expect((await hand(11)).data).toEqual(handed.data)
})
