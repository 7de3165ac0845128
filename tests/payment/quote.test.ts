import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as pass from '#contract/calls/pass.ts'
import { QUOTE_TTL_MS } from '#contract/limits.ts'
import { product } from '#server/db/schema/catalogue.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(drawnEngines())('a quote on %s', (engine) => {
  let shop: Shop
  let token = ''
  let gdsDtlUid = ''
  beforeAll(async () => {
    shop = await openShop({ engine })
    token = (await shop.member()).accessToken
    gdsDtlUid = await shop.optionOf('pass-24h-mobile')
  })
  afterAll(() => shop.close())

  const quote = (body: Record<string, unknown>, over = {}) =>
    shop.call(pass.buyPassPayInfo, { token, body: { gdsDtlUid, passCnt: 2, ...body } as never, ...over })
  const code = async (body: Record<string, unknown>) => (await quote(body)).status.code

  test('is refused without a token', async () => {
    expect(await quote({}, { token: undefined })).toMatchObject({ http: 400, status: { code: 'E_TOKEN' } })
  })

  test.each([0, 7, 1.5, -1, '2', null])('a quantity of %j in the body is refused', async (passCnt) => {
    expect(await quote({ passCnt })).toMatchObject({
      http: 422,
      status: { code: 'E_INPUT', fields: [{ field: 'body.passCnt' }] },
    })
  })
  test.each(['0', '7', '1.5', '1e0', ''])('a quantity of %j in the query is refused', async (passCnt) => {
    expect(await shop.call(pass.buyPassPayInfo, { token, query: { gdsDtlUid, passCnt } as never })).toMatchObject({
      http: 422,
      status: { code: 'E_INPUT', fields: [{ field: 'query.passCnt' }] },
    })
  })
  test('missing and unknown fields are refused by name', async () => {
    const answer = await shop.call(pass.buyPassPayInfo, { token, query: { passCnt: '1' } })
    expect(answer).toMatchObject({ http: 422, status: { fields: [{ field: 'query.gdsDtlUid', reason: 'required' }] } })
    expect(await quote({ colour: 'red' })).toMatchObject({ http: 422, status: { fields: [{ field: 'body.colour' }] } })
  })

  test('an unknown option, one off sale and a sold-out one are refused', async () => {
    expect(await code({ gdsDtlUid: 'nothing' })).toBe('E_NOT_FOUND')
    const set = (to: Partial<typeof product.$inferInsert>) =>
      shop.deps.db.update(product).set(to).where(eq(product.gdsDtlUid, gdsDtlUid))
    await set({ onSale: false })
    expect(await code({})).toBe('E_NOT_ON_SALE')
    await set({ onSale: true, soldOut: true })
    expect(await code({})).toBe('E_SOLD_OUT')
    await set({ soldOut: false })
    expect(await code({})).toBe('200')
  })

  test('a price or isPay that does not fit the amount is refused', async () => {
    for (const price of [0, 49_000, 97_999]) expect(await code({ price })).toBe('E_PRICE_CHANGED')
    expect(await code({ isPay: 'N' })).toBe('E_PRICE_CHANGED')
    expect(await code({ price: 98_000, isPay: 'Y' })).toBe('200')
  })

  test('an unknown coupon, an unknown promotion code, and both at once are refused', async () => {
    expect(await code({ couponUid: 'c-1' })).toBe('E_COUPON')
    expect(await code({ promoCode: 'HARBOR90' })).toBe('E_PROMO_CODE')
    expect(await code({ couponUid: 'c-1', promoCode: 'HARBOR10' })).toBe('E_ONE_DISCOUNT')
  })

  test('the same product is priced alike by body and by query', async () => {
    const { data } = await quote({})
    expect(data).toMatchObject({
      gdsUid: 'pass-24h-mobile',
      gdsDtlUid,
      passType: '24H',
      medium: 'mobile',
      passCnt: 2,
      unitPrice: 49_000,
      discount: 0,
      amount: 98_000,
      windowHours: 24,
      cancelDays: 180,
      methods: ['overseas_card', 'unionpay_amex'],
      buyer: { name: 'Mei Lin', mobile: null },
    })
    expect((data?.expiresAt ?? 0) - shop.clock()).toBeGreaterThan(QUOTE_TTL_MS - 5_000)
    const secondQuote = await shop.call(pass.buyPassPayInfo, {
      token,
      query: { gdsDtlUid, passCnt: '2', price: '98000', isPay: 'Y' },
    })
    expect(secondQuote.data).toMatchObject({ amount: 98_000 })
    expect(secondQuote.data?.quoteUid).not.toBe(data?.quoteUid)
  })

  test('the sample promotion code takes ten percent off, however it is typed', async () => {
    for (const promoCode of ['HARBOR10', ' harbor10 '])
      expect((await quote({ promoCode, price: 98_000 })).data).toMatchObject({
        unitPrice: 49_000,
        discount: 9_800,
        amount: 88_200,
      })
    expect((await quote({ promoCode: '' })).data).toMatchObject({ discount: 0 })
  })

  test('one idempotency key makes one quote', async () => {
    const key = 'quote-key-1'
    const first = await quote({}, { key })
    expect(await quote({ passCnt: 3 }, { key })).toMatchObject({ http: 409, status: { code: 'E_KEY_REUSED' } })
    expect((await quote({}, { key })).data).toEqual(first.data)
  })

  test('after five wrong promotion codes in an hour codes are throttled, and quotes without a code go on', async () => {
    const [mei, tom] = [await shop.member(), await shop.member()]
    const ask = async (promoCode: string, { accessToken }: { accessToken: string }) =>
      (await quote({ promoCode }, { token: accessToken })).status
    // A quote that is refused for another reason does not count as a guess.
    for (let nth = 0; nth < 7; nth += 1)
      expect((await quote({ promoCode: 'HARBOR10', price: 1 }, { token: mei.accessToken })).status.code).toBe(
        'E_PRICE_CHANGED',
      )
    for (let nth = 0; nth < 5; nth += 1) expect((await ask(`GUESS${nth}`, mei)).code).toBe('E_PROMO_CODE')
    const refused = await ask('HARBOR10', mei)
    expect([refused.code, refused.retryAfter]).toEqual(['E_THROTTLED', expect.any(Number)])
    expect(refused.retryAfter).toBeGreaterThan(3_500)
    expect((await ask('', mei)).code).toBe('200')
    expect((await ask('HARBOR10', tom)).code).toBe('200')
  })
})
