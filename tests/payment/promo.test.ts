import { userInfo } from 'node:os'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as cart from '#contract/calls/cart.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { promoCode } from '#server/db/schema/order.ts'
import { seedPromoCodes } from '#server/modules/order/service.ts'
import { HOLDS_MAX } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { buyQuote, quoteFor } from '../coupons/wallet.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn } from '../harness/factories.ts'
import { openOperator } from '../harness/operator.ts'
import { openTerminal } from '../harness/terminal.ts'
import { openShop, type Shop } from './shop.ts'

/** Promotion codes, which operators set from the terminal (decision 0354). */

const PRICE = 49_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

describe.each(drawnEngines())('promotion codes on %s', (engine) => {
  let shop: Shop
  let operate: ReturnType<typeof openOperator>
  beforeAll(async () => {
    shop = await openShop({ engine })
    operate = openOperator(shop)
  })
  afterAll(() => shop.close())

  const set = (code: string, changes: object) => operate('POST', `/promos/${code}`, changes)
  const stored = async (code: string) =>
    (await shop.deps.db.select().from(promoCode).where(eq(promoCode.code, code)))[0]
  const member = async () => (await shop.member()).accessToken
  const codeOf = async (token: string, code: string) => (await quoteFor(shop, token, { promoCode: code })).status.code
  /** Orders one pass with a code; returns the code of the answer and the order. */
  const order = async (token: string, code: string) => {
    const quoted = await quoteFor(shop, token, { promoCode: code })
    if (!quoted.data) return { code: quoted.status.code, order: null }
    const bought = await buyQuote(shop, token, quoted.data.quoteUid)
    return { code: bought.status.code, order: bought.data }
  }

  test("are not set without the operator's token", async () => {
    const token = await member()
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const payload = JSON.stringify({ percent: 10 })
      const answer = await shop.app.inject({ method: 'POST', url: '/operator/promos/SPRING10', headers, payload })
      expect(answer.statusCode).toBe(401)
    }
    expect(await stored('SPRING10')).toBeUndefined()
  })

  test.each([
    ['ABC', { percent: 10 }, 'The code must be'],
    ['SPRING_10', { percent: 10 }, 'The code must be'],
    ['SPRING10', {}, 'Nothing is to be changed.'],
    ['SPRING10', { uses: 5 }, 'percent is missing'],
    ['SPRING10', { percent: 0 }, 'percent must be a whole number from 1 to 100.'],
    ['SPRING10', { percent: 101 }, 'percent must be'],
    ['SPRING10', { percent: 10, until: '2020-01-01' }, 'until is over.'],
    ['SPRING10', { percent: 10, from: '2099-01-02', until: '2099-01-01' }, 'until must not be before from.'],
    ['SPRING10', { percent: 10, until: '2099-02-30' }, 'until must be a day such as 2026-12-01.'],
    ['SPRING10', { percent: 10, from: null }, 'from must be a day'],
    ['SPRING10', { percent: 10, uses: 0 }, 'uses must be a whole number'],
    ['SPRING10', { percent: 10, perMember: 1.5 }, 'perMember must be a whole number'],
    ['SPRING10', { percent: 10, colour: 'red' }, 'colour is not known.'],
  ])('%s with %o is refused by a sentence, and nothing is stored', async (code, changes, sentence) => {
    const answer = await set(code, changes)
    expect(answer).toMatchObject({ http: 422, code: 'E_INPUT', sentence: expect.stringContaining(sentence) as string })
    expect(await stored(code)).toBeUndefined()
  })

  test('an unknown code cannot be ended, and one that is over not twice', async () => {
    expect(await set('NOBODY10', { end: true })).toMatchObject({ http: 404, code: 'E_NOT_FOUND' })
    await set('ENDED10', { percent: 10 })
    const token = await member()
    expect(await codeOf(token, 'ENDED10')).toBe('200')
    expect(await set('ENDED10', { end: true })).toMatchObject({ http: 200 })
    expect(await codeOf(token, 'ENDED10')).toBe('E_PROMO_CODE')
    expect(await set('ENDED10', { end: true })).toMatchObject({ http: 409, code: 'E_OVER' })
  })

  test('terms under which a code is never valid are refused, also when the change names no last day', async () => {
    await set('PERIOD10', { percent: 10, from: '2098-12-01', until: '2098-12-31' })
    expect(await set('PERIOD10', { from: '2099-01-01' })).toMatchObject({
      http: 422,
      code: 'E_INPUT',
      sentence: 'until must not be before from.',
    })
    expect(await stored('PERIOD10')).toMatchObject({ percent: 10, startsAt: Date.UTC(2098, 10, 30, 15) })
    expect(await set('PERIOD10', { from: '2099-01-01', until: '2099-01-01' })).toMatchObject({ http: 200 })

    await set('REOPEN10', { percent: 10 })
    await set('REOPEN10', { end: true })
    for (const changes of [{ percent: 20 }, { uses: 5 }, { from: '2020-01-01' }])
      expect(await set('REOPEN10', changes)).toMatchObject({
        http: 422,
        code: 'E_INPUT',
        sentence: 'The code is over: name until, too.',
      })
    expect(await stored('REOPEN10')).toMatchObject({ percent: 10, usesMax: null })
    expect(await set('REOPEN10', { percent: 20, until: null })).toMatchObject({ http: 200, percent: 20, endsAt: null })
  })

  test('a change keeps what it does not name, and null removes a limit', async () => {
    await set('KEEP10', { percent: 10, uses: 5, perMember: 1 })
    expect(await set('keep10', { percent: 12, uses: null })).toMatchObject({
      code: 'KEEP10',
      percent: 12,
      usesMax: null,
      memberUsesMax: 1,
    })
    expect((await quoteFor(shop, await member(), { promoCode: 'keep10' })).data?.amount).toBe(
      PRICE - Math.floor(PRICE * 0.12),
    )
  })

  test('a member uses a code as often as it allows, and an order that is declined frees it', async () => {
    await set('ONCE10', { percent: 10, perMember: 1 })
    const token = await member()
    const second = await quoteFor(shop, token, { promoCode: 'ONCE10' })
    const first = await order(token, 'ONCE10')
    expect(first).toMatchObject({ code: '200', order: { amount: 44_100, promoCode: 'ONCE10' } })
    expect(await codeOf(token, 'ONCE10')).toBe('E_PROMO_CODE')
    // Also with a price that was quoted before.
    expect((await buyQuote(shop, token, second.data?.quoteUid ?? '')).status.code).toBe('E_PROMO_CODE')
    expect((await order(await member(), 'ONCE10')).code).toBe('200')
    await shop.bank.press(first.order?.payUrl ?? '', 'decline')
    await shop.returnFromPayment(first.order?.ordUid ?? '')
    const third = await order(token, 'ONCE10')
    expect(third.code).toBe('200')
    await shop.bank.press(third.order?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(third.order?.ordUid ?? '')
    expect(await codeOf(token, 'ONCE10')).toBe('E_PROMO_CODE')
  })

  test('a repeated purchase of one quote is the same order, and uses the code once', async () => {
    await set('AGAIN10', { percent: 10, perMember: 1 })
    const token = await member()
    const { data } = await quoteFor(shop, token, { promoCode: 'AGAIN10' })
    const [one, two] = [
      await buyQuote(shop, token, data?.quoteUid ?? ''),
      await buyQuote(shop, token, data?.quoteUid ?? ''),
    ]
    expect(two.data?.ordUid).toBe(one.data?.ordUid)
  })

  test('all members together use a code as often as it allows', async () => {
    await set('TWICE10', { percent: 10, uses: 2 })
    const tokens = [await member(), await member(), await member()]
    const codes: string[] = []
    for (const token of tokens) codes.push((await order(token, 'TWICE10')).code)
    expect(codes).toEqual(['200', '200', 'E_PROMO_CODE'])
    const { promos } = (await operate('GET', '/promos')) as unknown as { promos: { code: string; uses: number }[] }
    expect(promos.find(({ code }) => code === 'TWICE10')).toMatchObject({ uses: 2 })
  })

  test('a member holds at most five unpaid uses of a limited code', async () => {
    await set('SHARED10', { percent: 10, uses: 20 })
    const token = await member()
    const orders: Awaited<ReturnType<typeof order>>[] = []
    for (let nth = 0; nth < HOLDS_MAX; nth += 1) orders.push(await order(token, 'SHARED10'))
    expect(orders.map(({ code }) => code)).toEqual(Array.from({ length: HOLDS_MAX }, () => '200'))
    expect((await order(token, 'SHARED10')).code).toBe('E_HOLDS')
    const lines = [{ gdsDtlUid: await shop.optionOf('pass-24h-mobile'), count: 1, unitPrice: PRICE }]
    const { data } = await shop.call(cart.quote, { token, body: { lines, promoCode: 'SHARED10' } })
    const body = { quoteUid: data?.quoteUid ?? '', method: 'overseas_card', agreeYn: 'Y' } as const
    expect((await shop.call(cart.buy, { token, body })).status.code).toBe('E_HOLDS')
    // Others still use it, and a paid use makes room.
    expect((await order(await member(), 'SHARED10')).code).toBe('200')
    await shop.bank.press(orders[0]?.order?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(orders[0]?.order?.ordUid ?? '')
    expect((await order(token, 'SHARED10')).code).toBe('200')
    // A code without a common limit takes nothing from others.
    await set('OPEN10', { percent: 10 })
    for (let nth = 0; nth <= HOLDS_MAX; nth += 1) expect((await order(token, 'OPEN10')).code).toBe('200')
  })

  test('a code that is used up is no wrong guess: a member who tries it six times can use another code', async () => {
    await set('SPENT10', { percent: 10, perMember: 1 })
    await set('VALID10', { percent: 10 })
    const token = await member()
    const second = await quoteFor(shop, token, { promoCode: 'SPENT10' })
    expect((await order(token, 'SPENT10')).code).toBe('200')
    expect((await buyQuote(shop, token, second.data?.quoteUid ?? '')).status.code).toBe('E_PROMO_CODE')
    const lines = [{ gdsDtlUid: await shop.optionOf('pass-24h-mobile'), count: 1, unitPrice: PRICE }]
    const cartCode = async () =>
      (await shop.call(cart.quote, { token, body: { lines, promoCode: 'SPENT10' } })).status.code
    for (let nth = 0; nth < 6; nth += 1)
      expect([await codeOf(token, 'SPENT10'), await cartCode()]).toEqual(['E_PROMO_CODE', 'E_PROMO_CODE'])
    expect(await codeOf(token, 'VALID10')).toBe('200')
    // A code that is over, or unknown, counts.
    await set('OVER10', { percent: 10 })
    await set('OVER10', { end: true })
    for (const code of ['OVER10', 'OVER10', 'GUESS-1', 'GUESS-2', 'OVER10'])
      expect(await codeOf(token, code)).toBe('E_PROMO_CODE')
    expect(await codeOf(token, 'VALID10')).toBe('E_THROTTLED')
  })

  test('a cart uses a code once, whatever its lines', async () => {
    await set('CART10', { percent: 10, uses: 1 })
    const token = await member()
    const lines = [
      { gdsDtlUid: await shop.optionOf('pass-24h-mobile'), count: 1, unitPrice: PRICE },
      { gdsDtlUid: await shop.optionOf('pass-24h-mobile'), count: 2, unitPrice: PRICE },
    ]
    const quote = () => shop.call(cart.quote, { token, body: { lines, promoCode: 'CART10' } })
    const [first, second] = [await quote(), await quote()]
    const buy = (quoteUid: string | null | undefined) =>
      shop.call(cart.buy, { token, body: { quoteUid: quoteUid ?? '', method: 'overseas_card', agreeYn: 'Y' } })
    expect((await buy(first.data?.quoteUid)).status.code).toBe('200')
    expect((await buy(second.data?.quoteUid)).status.code).toBe('E_PROMO_CODE')
    expect((await quote()).status.code).toBe('E_PROMO_CODE')
  })

  test('a later seed changes no code of an operator', async () => {
    await set('HARBOR10', { percent: 15, until: '2099-12-31' })
    const before = await stored('HARBOR10')
    await seedPromoCodes(shop.deps.db)
    expect(await stored('HARBOR10')).toEqual(before)
    expect(before).toMatchObject({ percent: 15, sample: false })
  })

  test('the terminal names what is missing, sets, lists and ends a code, and the log names the account', async () => {
    const terminal = await openTerminal(shop)
    const type = (...args: string[]) => terminal.type('promo', ...args)
    expect(await type('set')).toMatch(/^Which\? npm run promo:set/)
    expect(await type('set', 'TYPED10', 'percent')).toMatch(/^Which\? npm run promo:set/)
    expect(await type('set', 'TYPED10', 'percent', 'ten')).toBe('percent must be a whole number from 1 to 100.')
    expect(
      await type('set', 'typed10', ...'percent 10 from 2026-01-01 until 2099-12-31 uses 500 perMember 1'.split(' ')),
    ).toBe('TYPED10  10%  from 2026-01-01 00:00 KST  until 2100-01-01 00:00 KST  500 orders  1 of a member')
    expect(await type('set', 'TYPED10', 'until', 'none', 'uses', 'none')).toBe(
      'TYPED10  10%  from 2026-01-01 00:00 KST  any number of orders  1 of a member',
    )
    expect(await type('list')).toContain('TYPED10  10%  from 2026-01-01 00:00 KST')
    expect(await type('set', 'TYPED10', 'end')).toMatch(/^TYPED10 {2}10% .*until/)
    const rows = await shop.deps.db
      .select()
      .from(operatorChange)
      .where(eq(operatorChange.target, 'TYPED10'))
      .orderBy(asc(operatorChange.at), asc(operatorChange.changeUid))
    expect(rows.map(({ operator, field }) => [operator, field])).toEqual(Array(3).fill([userInfo().username, 'promo']))
    expect(rows[1]).toMatchObject({ before: { usesMax: 500 }, after: { usesMax: null, percent: 10 } })
  })

  // Last: the clock of a terminal is that of the machine.
  test('a code is valid from its first to the end of its last day in Korea', async () => {
    const now = shop.clock()
    await set('DAYS10', { percent: 10, from: dayOf(now + 2 * DAY_MS), until: dayOf(now + 3 * DAY_MS) })
    const person = await shop.member()
    expect(await codeOf(person.accessToken, 'DAYS10')).toBe('E_PROMO_CODE')
    const { startsAt = 0, endsAt = 0 } = (await stored('DAYS10')) ?? {}
    expect((endsAt ?? 0) - startsAt).toBe(2 * DAY_MS)
    shop.advance(startsAt - shop.clock())
    const { accessToken: token } = await signIn(shop, person)
    expect(await codeOf(token, 'DAYS10')).toBe('200')
    shop.advance((endsAt ?? 0) - shop.clock())
    expect(await codeOf((await signIn(shop, person)).accessToken, 'DAYS10')).toBe('E_PROMO_CODE')
  })
})
