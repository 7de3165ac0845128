import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attractionHistory } from '#contract/calls/admission.ts'
import * as card from '#contract/calls/card.ts'
import * as gate from '#contract/calls/gate.ts'
import { signOut } from '#contract/calls/profile.ts'
import { gateConflict } from '#server/db/schema/gate.ts'
import { openKeys } from '#server/keys.ts'
import { loadCards } from '#server/modules/card/load.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { findCard, gateCards } from '#server/modules/card/service.ts'
import { dumpOf } from '../harness/dump.ts'
import { PASSWORD } from '../harness/factories.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { gateAt } from './exchangeDesk.ts'
import { buyQuote, quoteFor } from './wallet.ts'

/** Numbers and QR codes of cards are printed on the card alone: the database stores neither. */

const PRODUCT = 'pass-48h-card'
let shop: Shop
let [desk, door] = ['', '']
beforeAll(async () => {
  shop = await openShop({ engine: 'postgres' })
  desk = await gateAt(shop, 'busan-station')
  door = await gateAt(shop, 'busan-tower')
})
afterAll(() => shop.close())

const buyer = async () => {
  const member = await shop.member()
  const token = member.accessToken
  const quote = await quoteFor(shop, token, { gdsDtlUid: await shop.optionOf(PRODUCT) })
  const bought = await buyQuote(shop, token, quote.data?.quoteUid ?? '')
  await shop.bank.press(bought.data?.payUrl ?? '', 'approve')
  await shop.returnFromPayment(bought.data?.ordUid ?? '')
  const { data } = await shop.call(card.exchangeCardList, { token })
  return { token, voucher: data?.list[0]?.voucher ?? '' }
}
const scan = async (code: string) =>
  (await shop.call(gate.admit, { token: door, body: { entryUid: randomUUID(), code } })).data
const upload = async (entries: gate.JournalEntry[]) =>
  (await shop.call(gate.journal, { token: door, body: { entries, moreYn: 'N' } })).data?.results.map(
    ({ outcome, reason }) => reason ?? outcome,
  )

test('after each use of a card its number and QR code are in no table', async () => {
  const [bought, idle, spare] = await loadCards(shop.deps, PRODUCT, 3)
  if (!bought || !idle || !spare) throw new Error('too few')
  const { token, voucher } = await buyer()
  const handed = await shop.call(card.pickup, { token: desk, body: { voucher, cardNum: bought.cardNum } })
  expect(handed.data?.cardNum).toBe(bought.cardNum.slice(-4))
  const query = { cardNum: bought.qr, isQrcode: 'Y' as const }
  expect((await shop.call(card.passInsert, { token, query })).data?.cardNum).toBe(bought.cardNum.slice(-4))
  expect((await shop.call(card.exchangeCardList, { token })).data?.list).toMatchObject([
    { state: 'collected', cardNum: bought.cardNum.slice(-4) },
  ])
  expect(await scan(bought.qr)).toMatchObject({ verdict: 'admitted', by: 'card' })
  expect(await scan(bought.cardNum)).toMatchObject({ verdict: 'refused', reason: 'used_here' })
  for (const qrcode of [bought.qr, bought.cardNum])
    expect((await shop.call(attractionHistory, { token, query: { qrcode } })).data?.total).toBe(1)
  expect((await shop.call(attractionHistory, { token, query: { qrcode: idle.qr } })).status.code).toBe('E_NOT_FOUND')

  // These cards are in stock; an offline scanner may have let somebody in with them.
  const entry = (code: string, seq: number) => ({ entryUid: randomUUID(), seq, at: shop.deps.clock(), code })
  const journal = [entry(idle.qr, 1), entry(idle.cardNum, 2), entry(idle.cardNum.replace(/^(....)/, '$1 '), 3)]
  const twin = { ...entry(spare.qr, 4), entryUid: journal[0]?.entryUid ?? '' }
  const sealed = ['unreadable', 'unreadable', 'unreadable']
  expect(await upload(journal)).toEqual(sealed)
  // A repeated upload changes nothing; another scan under the same id is stored beside the first.
  expect(await upload(journal)).toEqual(sealed)
  expect(await upload([twin])).toEqual(['sequence'])
  expect(await shop.deps.db.select().from(gateConflict)).toHaveLength(4)

  const withdrawn = await shop.call(signOut, { token, body: { agreeYn: 'Y', loseYn: 'Y', password: PASSWORD } })
  expect(withdrawn.status.code).toBe('200')
  expect(await scan(bought.qr)).toMatchObject({ verdict: 'refused', reason: 'card_blocked' })

  const dump = await dumpOf(shop.deps.db)
  const samples = [sampleNumber(1, 1), sampleNumber(4, 99)].map((cardNum) => ({ cardNum, qr: sampleQr(cardNum) }))
  for (const { cardNum, qr } of [bought, idle, spare, ...samples]) {
    expect(dump).not.toContain(cardNum)
    expect(dump).not.toContain(qr)
    expect(dump).not.toContain(qr.slice('HPCARD'.length))
  }
  expect(dump).toContain('busan-tower')
})

test('a copy of the database finds no card under another secret', async () => {
  const [loaded] = await loadCards(shop.deps, PRODUCT, 1)
  if (!loaded) throw new Error('none')
  const thief = { db: shop.deps.db, keys: openKeys({ secretKey: Buffer.alloc(32, 7).toString('base64'), dataDir: '' }) }
  expect(await findCard(shop.deps, loaded.cardNum)).toMatchObject({ state: 'stock' })
  expect(await findCard(thief, loaded.cardNum)).toBeUndefined()
  expect((await gateCards(shop.deps)).live.length).toBeGreaterThan(0)
  expect(await gateCards(thief)).toEqual({ live: [], blocked: [] })
})
