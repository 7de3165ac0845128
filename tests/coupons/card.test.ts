import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as card from '#contract/calls/card.ts'
import { giftInsert, giftReceive } from '#contract/calls/gift.ts'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import { refundPass } from '#contract/calls/refund.ts'
import { HOUR_MS } from '#contract/time.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { sampleNumber, sampleQr } from '#server/modules/card/numbers.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { drawnEngines } from '../harness/engines.ts'
import { fiveYearsAfter, passOfCard, unknownNumber } from '../harness/cards.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { gateAt } from './exchangeDesk.ts'
import { buyQuote, quoteFor } from './wallet.ts'

/** Sample cards of product 1, the 24H card: 01–05 are sold, 11–50 are in stock at the desks, 99 is blocked. */
const numberOf = (nth: number, product = 1) => sampleNumber(product, nth)

describe.each(drawnEngines())('registering a card on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const register = (token: string | undefined, cardNum: string, isQrcode?: 'Y' | 'N') =>
    shop.call(card.passInsert, {
      ...(token !== undefined && { token }),
      query: { cardNum, ...(isQrcode && { isQrcode }) },
    })
  const url = (cardNum: string) => `/api/v1/mypage/pass/insert?cardNum=${cardNum}`

  test('is refused without a token or a number, for HEAD and for a prefetch', async () => {
    expect(await register(undefined, numberOf(1))).toMatchObject({ http: 400, status: { code: 'E_TOKEN' } })
    const { accessToken: token } = await shop.member()
    expect(await shop.call(card.passInsert, { token, query: {} })).toMatchObject({ http: 422 })
    const headers = { authorization: `Bearer ${token}` }
    const head = await shop.app.inject({ method: 'HEAD', url: url(numberOf(1)), headers })
    expect(head.statusCode).toBeGreaterThanOrEqual(400)
    const ahead = await shop.app.inject({ url: url(numberOf(1)), headers: { ...headers, 'sec-purpose': 'prefetch' } })
    expect(ahead.json()).toMatchObject({ status: { code: 'E_PREFETCH' } })
    expect(await shop.passes(token)).toHaveLength(0)
  })

  test.each([
    ['', 'E_CARD_NUMBER'],
    ['12345', 'E_CARD_NUMBER'],
    ['99900000 0001 000', 'E_CARD_NUMBER'],
    ['99900000000100011', 'E_CARD_NUMBER'],
    ['9990000000x10001', 'E_CARD_NUMBER'],
    ['１２３４５６７８９０１２３４５６', 'E_CARD_NUMBER'],
    // The 12 digits of the transit company's own number.
    ['123456789012', 'E_CARD_FORMAT'],
    // The number of a sold card with one wrong digit, and with two digits swapped.
    [numberOf(1).replace(/.$/, (last) => String((Number(last) + 1) % 10)), 'E_CARD_NUMBER'],
    [numberOf(1).replace(/(.)(.)$/, '$2$1'), 'E_CARD_NUMBER'],
  ])('%j gets %s, and is not counted as a guess', async (cardNum, code) => {
    const { accessToken: token } = await shop.member()
    // More often than the five wrong guesses an hour that a member has (`countFailure`).
    for (let times = 0; times < 7; times += 1) expect((await register(token, cardNum)).status.code).toBe(code)
  })

  test('a printed number sent as a QR code is refused', async () => {
    const { accessToken: token } = await shop.member()
    for (const cardNum of [numberOf(1), unknownNumber(1)])
      for (let times = 0; times < 7; times += 1)
        expect((await register(token, cardNum, 'Y')).status.code).toBe('E_CARD_NUMBER')
  })

  test("an unknown, a blocked, an unsold card and another member's get the same answer", async () => {
    const [{ accessToken: owner }, { accessToken: token }] = [await shop.member(), await shop.member()]
    expect((await register(owner, numberOf(1))).status.code).toBe('200')
    const answers = [
      await register(token, unknownNumber(1)),
      await register(token, numberOf(99)),
      await register(token, numberOf(11)),
      await register(token, numberOf(1)),
    ]
    expect(new Set(answers.map(({ http, status }) => `${http} ${JSON.stringify(status)}`)).size).toBe(1)
    expect(answers[0]?.status.code).toBe('E_CARD_TAKEN')
    expect(await shop.passes(token)).toHaveLength(0)
  })

  test("the pass becomes the member's, and registering it again changes nothing", async () => {
    const { accessToken: token } = await shop.member()
    const typed = numberOf(2).replaceAll(/(.{4})(?=.)/g, '$1 ')
    const first = await register(token, typed)
    expect(first).toMatchObject({ http: 200, headers: { 'cache-control': 'no-store' } })
    expect(first.data).toMatchObject({ gdsUid: 'pass-24h-card', passType: '24H', cardNum: '0002' })
    const mine = eq(passTable.passUid, first.data?.passUid ?? '')
    const [row] = await shop.deps.db.select().from(passTable).where(mine)
    expect(first.data?.validUntil).toBe(fiveYearsAfter(row?.purchasedAt ?? 0))
    shop.advance(HOUR_MS)
    expect((await register(token, typed)).data).toEqual(first.data)
    expect((await register(token, sampleQr(numberOf(2)), 'Y')).data).toEqual(first.data)
    const [pass, ...otherPasses] = await shop.passes(token)
    expect(otherPasses).toEqual([])
    expect(pass).toMatchObject({
      passUid: first.data?.passUid,
      medium: 'card',
      state: 'unused',
      holder: 'Mei Lin',
      orderNumber: 'CARD-0002',
    })
    const { data } = await shop.call(card.exchangeCardList, { token })
    expect(data?.list).toMatchObject([{ state: 'collected', cardNum: '0002', voucher: null, receiptPlace: null }])
    expect(data?.list[0]?.validUntil).toBe(first.data?.validUntil)
  })

  test('a card whose member has withdrawn cannot be registered', async () => {
    const [{ accessToken: leaving, memberId }, { accessToken: token }] = [await shop.member(), await shop.member()]
    expect((await register(leaving, numberOf(1, 2))).status.code).toBe('200')
    // What a withdrawal leaves of the pass.
    await shop.deps.db.update(passTable).set({ memberId: null, holder: '' }).where(eq(passTable.memberId, memberId))
    expect((await register(token, numberOf(1, 2))).status.code).toBe('E_CARD_TAKEN')
  })

  test('a card whose pass is void cannot be registered', async () => {
    const { accessToken: token } = await shop.member()
    await shop.deps.db
      .update(passTable)
      .set({ voided: 'cancelled' })
      .where(eq(passTable.passUid, await passOfCard(shop.deps, numberOf(3))))
    expect((await register(token, numberOf(3))).status.code).toBe('E_CARD_TAKEN')
  })

  test('after five wrong numbers in an hour the right one is refused too, until the hour is over', async () => {
    const { accessToken: token } = await shop.member()
    const wrong = (nth: number) => register(token, unknownNumber(nth))
    for (let nth = 0; nth < 4; nth += 1) expect((await wrong(nth)).status.code).toBe('E_CARD_TAKEN')
    expect((await register(token, numberOf(4))).status.code).toBe('200')
    expect((await wrong(5)).status.code).toBe('E_CARD_TAKEN')
    const refused = await register(token, numberOf(5))
    expect(refused).toMatchObject({ http: 429, status: { code: 'E_THROTTLED' } })
    expect(refused.status.retryAfter).toBeGreaterThan(3_500)
    // Another member is not throttled.
    expect((await register((await shop.member()).accessToken, unknownNumber(1))).status.code).toBe('E_CARD_TAKEN')
    shop.advance(HOUR_MS)
    expect((await register(token, numberOf(5))).status.code).toBe('200')
  })
})

describe.each(drawnEngines())('collecting a card on %s', (engine) => {
  let shop: Shop
  let desk = ''
  beforeAll(async () => {
    shop = await openShop({ engine })
    desk = await gateAt(shop, 'busan-station')
  })
  afterAll(() => shop.close())

  const cards = async (token: string) => (await shop.call(card.exchangeCardList, { token })).data?.list ?? []
  const hand = (body: Record<string, unknown>, token: string | undefined = desk) =>
    shop.call(card.pickup, { body: body as never, ...(token !== undefined && { token }) })
  /** A member who has paid for `passCnt` card passes. */
  const buyer = async (passCnt = 1, receiptPlaceUid?: string) => {
    const { accessToken: token, memberId } = await shop.member()
    const gdsDtlUid = await shop.optionOf('pass-48h-card')
    const quote = await quoteFor(shop, token, { gdsDtlUid, passCnt })
    const bought = await buyQuote(shop, token, quote.data?.quoteUid ?? '', {
      ...(receiptPlaceUid && { receiptPlaceUid }),
    })
    await shop.bank.press(bought.data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(bought.data?.ordUid ?? '')
    return { token, memberId }
  }
  const stockNumber = (nth: number) => numberOf(nth, 2)

  test('each call is refused without the right token', async () => {
    expect(await shop.call(card.exchangeCardList)).toMatchObject({ http: 400, status: { code: 'E_TOKEN' } })
    const { accessToken } = await shop.member()
    for (const token of [undefined, accessToken])
      expect(
        (await shop.call(card.pickup, { body: { voucher: 'x', cardNum: 'x' }, ...(token && { token }) })).http,
      ).toBe(400)
  })

  test('an unknown exchange desk cannot be chosen', async () => {
    const { accessToken: token } = await shop.member()
    const quote = await quoteFor(shop, token, { gdsDtlUid: await shop.optionOf('pass-48h-card') })
    const bought = await buyQuote(shop, token, quote.data?.quoteUid ?? '', { receiptPlaceUid: 'moon' })
    expect(bought.status.code).toBe('E_NOT_FOUND')
  })

  test('each unit of an order has its own voucher, and names are in the language of the call', async () => {
    const { token, memberId } = await buyer(2, 'busan-station')
    const { data } = await shop.call(card.exchangeCardList, { token, locale: 'ko' })
    expect(data?.list).toHaveLength(2)
    expect(data?.list[0]).toMatchObject({
      state: 'waiting',
      name: '48H 카드 패스',
      holder: 'Mei Lin',
      receiptPlace: { id: 'busan-station', name: expect.stringContaining('부산역') },
      cardNum: null,
      collectedAt: null,
    })
    const purchased = await shop.deps.db.select().from(passTable).where(eq(passTable.memberId, memberId))
    expect(data?.list.map(({ validUntil }) => validUntil)).toEqual(
      purchased.map(({ purchasedAt }) => fiveYearsAfter(purchasedAt)),
    )
    const vouchers = data?.list.map(({ voucher }) => voucher) ?? []
    expect(new Set(vouchers).size).toBe(2)
    for (const voucher of vouchers)
      expect(voucher).toMatch(/^HP-\d{6}-\w{4}\/[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    // A mobile pass is not collected.
    expect(await cards((await shop.member()).accessToken)).toEqual([])
  })

  test('a pickup is refused for a bad voucher, at a gate that is no exchange desk, and with a card that does not fit', async () => {
    const { token } = await buyer()
    const voucher = (await cards(token))[0]?.voucher ?? ''
    const code = async (body: Record<string, unknown>, at = desk) => (await hand(body, at)).status.code
    expect((await hand({ voucher })).http).toBe(422)
    const cardNum = stockNumber(11)
    for (const wrong of [
      'x',
      voucher.replace('HP-', 'HQ-'),
      `${voucher}/x`,
      `${voucher.slice(0, -1)}${voucher.endsWith('0') ? '1' : '0'}`,
    ])
      expect(await code({ voucher: wrong, cardNum })).toBe('E_VOUCHER')
    expect(await code({ voucher, cardNum }, await gateAt(shop, 'busan-x-the-sky'))).toBe('E_GATE_PLACE')
    expect(await code({ voucher, cardNum: '123456789012' })).toBe('E_CARD_FORMAT')
    for (const unusable of [unknownNumber(1), numberOf(12, 1), stockNumber(1), stockNumber(99)])
      expect(await code({ voucher, cardNum: unusable })).toBe('E_CARD_STOCK')
    expect((await cards(token))[0]).toMatchObject({ state: 'waiting', voucher })
  })

  test('one voucher hands over one card, the member is informed, and no other member can register the card', async () => {
    const { token } = await buyer(2)
    const [first, second] = await cards(token)
    const cardNum = stockNumber(11)
    // At another exchange desk than the chosen one, typed in lower case.
    const body = { voucher: first?.voucher?.toLowerCase() ?? '', cardNum }
    const handed = await hand(body)
    expect(handed.data).toMatchObject({
      passUid: first?.passUid,
      holder: 'Mei Lin',
      passType: '48H',
      cardNum: '0011',
      waiting: 1,
    })
    expect((await hand(body)).data).toEqual(handed.data)
    expect((await hand({ ...body, cardNum: stockNumber(12) })).status.code).toBe('E_VOUCHER_USED')
    expect((await hand({ voucher: second?.voucher ?? '', cardNum })).status.code).toBe('E_CARD_STOCK')
    const qr = { voucher: second?.voucher ?? '', cardNum: sampleQr(stockNumber(12)), isQrcode: 'Y' }
    expect((await hand(qr)).data).toMatchObject({ passUid: second?.passUid, cardNum: '0012', waiting: 0 })

    expect(await cards(token)).toMatchObject([
      { state: 'collected', voucher: null },
      { state: 'collected', voucher: null },
    ])
    const feed = await shop.call(newsfeed.list, { token })
    expect(feed.data?.list.filter(({ title }) => title.endsWith('card pass was collected'))).toHaveLength(2)
    const stranger = (await shop.member()).accessToken
    expect((await shop.call(card.passInsert, { token: stranger, query: { cardNum } })).status.code).toBe('E_CARD_TAKEN')
    const own = await shop.call(card.passInsert, { token, query: { cardNum } })
    expect(own.data).toMatchObject({ passUid: first?.passUid })
    expect(await shop.passes(token)).toHaveLength(2)
  })

  test('a pass in a gift or a refund, or void, has no valid voucher, and an accepted gift voids the former one', async () => {
    const { token, memberId } = await buyer()
    const [waiting] = await cards(token)
    const voucher = waiting?.voucher ?? ''
    const set = (facts: Partial<typeof passTable.$inferInsert>) =>
      shop.deps.db
        .update(passTable)
        .set(facts)
        .where(eq(passTable.passUid, waiting?.passUid ?? ''))
    const cardNum = stockNumber(21)
    for (const facts of [{ giftUid: crypto.randomUUID() }, { refundUid: crypto.randomUUID() }]) {
      await set(facts)
      expect((await cards(token))[0]).toMatchObject({ state: 'waiting', voucher: null })
      expect((await hand({ voucher, cardNum })).status.code).toBe('E_VOUCHER')
      await set({ giftUid: null, refundUid: null })
    }
    await set({ epoch: 1 })
    expect((await hand({ voucher, cardNum })).status.code).toBe('E_VOUCHER')
    const fresh = (await cards(token))[0]?.voucher ?? ''
    await set({ voided: 'refund' })
    expect((await hand({ voucher: fresh, cardNum })).status.code).toBe('E_VOUCHER')
    expect(await cards(token)).toEqual([])
    // The member has withdrawn.
    await set({ voided: null, memberId: null })
    expect((await hand({ voucher: fresh, cardNum })).status.code).toBe('E_VOUCHER')
    await set({ memberId })
    expect((await hand({ voucher: fresh, cardNum })).status.code).toBe('200')
  })

  test('a pass given away before pickup is collected by its new holder, and a refunded one returns to the stock', async () => {
    const { token } = await buyer(2)
    const recipient = await shop.member()
    const [first, second] = await cards(token)
    const cardNum = stockNumber(31)
    const sent = await shop.call(giftInsert, { token, body: { passUid: first?.passUid ?? '', id: recipient.email } })
    expect((await hand({ voucher: first?.voucher ?? '', cardNum })).status.code).toBe('E_VOUCHER')
    const giftUid = sent.data?.giftUid ?? ''
    expect((await shop.call(giftReceive, { token: recipient.accessToken, body: { giftUid } })).status.code).toBe('200')
    expect((await hand({ voucher: first?.voucher ?? '', cardNum })).status.code).toBe('E_VOUCHER')
    const [received] = await cards(recipient.accessToken)
    expect(received).toMatchObject({ passUid: first?.passUid, state: 'waiting' })
    const own = { ordUid: first?.ordUid ?? '', orderNumber: first?.orderNumber ?? '' }
    for (const value of Object.values(own))
      expect(JSON.stringify(received).toUpperCase()).not.toContain(value.toUpperCase())
    expect((await cards(token))[0]).toMatchObject(own)
    const voucher = received?.voucher ?? ''
    const proof = second?.voucher?.split('/')[1]
    for (const wrong of [`${first?.passUid}/${proof}`, `${second?.passUid}/${voucher.split('/')[1]}`, voucher.slice(1)])
      expect((await hand({ voucher: wrong, cardNum })).status.code).toBe('E_VOUCHER')
    expect((await hand({ voucher: voucher.toLowerCase(), cardNum })).data).toMatchObject({ waiting: 0 })
    const back = {
      token: recipient.accessToken,
      body: { passUid: first?.passUid ?? '', id: (await shop.member()).email },
    }
    expect((await shop.call(giftInsert, back)).status.code).toBe('E_GIFT_PASS')

    const unitsInStock = async () => {
      const { rows } = await shop.deps.db.execute(
        sql`select sum(units)::int as n from stock where gds_dtl_uid = 'pass-48h-card-std'`,
      )
      return Number(rows[0]?.n)
    }
    const before = await unitsInStock()
    const body = { rsvtUid: second?.ordUid ?? '', whyCd: 'plans_changed' as const, passUids: [second?.passUid ?? ''] }
    expect((await shop.call(refundPass, { token, body: { ...body, etcWhy: '' } })).status.code).toBe('200')
    await runDueJobs(shop.deps)
    expect(await cards(token)).toEqual([])
    expect(await unitsInStock()).toBe(before + 1)
  })
})
