import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as card from '#contract/calls/card.ts'
import * as coupon from '#contract/calls/coupon.ts'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { earnPoints } from '#server/modules/point/service.ts'
import { setStock } from '#server/modules/stock/service.ts'
import { passOfCard, unknownNumber } from '../harness/cards.ts'
import { openRace, type Race } from '../harness/race.ts'
import { openShop, type Shop } from '../money/shop.ts'
import { gateAt } from './desk.ts'
import { buyQuote, giveOne, printNumber, quoteFor } from './wallet.ts'

/** Fewer in `npm test`, as many as were promised in `npm run faults`. */
const BUYERS = Number(process.env.STOCK_BUYERS ?? 60)
const POINT_ROUNDS = Number(process.env.POINT_ROUNDS ?? 1)
const FIFTY = 50
const LEFT = 7
/** The pool has sixteen connections: so many can stand before a row at once. */
const STANDING = 15

/** An embedded engine on one connection cannot show a race: PostgreSQL alone. */
describe('what many take at once, on postgres', () => {
  let race: Race
  let shop: Shop
  let tokens: string[] = []
  beforeAll(async () => {
    race = openRace()
    shop = await openShop({ engine: 'postgres', env: { POINTS_SPEND: '1' } })
    tokens = []
    for (let nth = 0; nth < STANDING; nth += 1) tokens.push((await shop.member()).accessToken)
  })
  afterEach(() => race.whole())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  const url = () => shop.deps.config.databaseUrl ?? ''
  const run = (text: string) => shop.deps.db.execute(sql.raw(text))
  const number = async (text: string): Promise<number> => Number((await run(text)).rows[0]?.n)
  const tally = (codes: string[]): Record<string, number> =>
    codes.reduce<Record<string, number>>((all, code) => ({ ...all, [code]: (all[code] ?? 0) + 1 }), {})
  const times = (n: number) => Array.from({ length: n }, (_, nth) => nth)
  /** Quotes that are bought at once while `lock` is held; what the answers said. */
  const buyAll = async (quotes: { token: string; quoteUid: string }[], lock: { text: string; values: unknown[] }) => {
    const calls = quotes.map(
      ({ token, quoteUid }) =>
        async () =>
          (await buyQuote(shop, token, quoteUid)).status.code,
    )
    return tally(await race.atOnce(url(), lock, calls, STANDING))
  }
  const quotesOf = async (token: string, n: number, body: Record<string, unknown>) => {
    const quotes: { token: string; quoteUid: string }[] = []
    for (let nth = 0; nth < n; nth += 1) {
      const { data, status } = await quoteFor(shop, token, body)
      if (!data) throw new Error(`not quoted: ${status.code}`)
      quotes.push({ token, quoteUid: data.quoteUid })
    }
    return quotes
  }

  const couponTogether = async () => {
    const { accessToken: token } = await shop.member()
    const couponUid = await giveOne(shop, token)
    const quotes = await quotesOf(token, FIFTY, { couponUid })
    const lock = { text: 'select 1 from coupon where coupon_uid = $1 for update', values: [couponUid] }
    const codes = await buyAll(quotes, lock)
    return { codes, orders: await number(`select count(*)::int as n from orders where coupon_uid = '${couponUid}'`) }
  }
  test('fifty orders with one coupon: one', async () => {
    expect(await couponTogether()).toEqual({ codes: { 200: 1, E_COUPON: FIFTY - 1 }, orders: 1 })
  })
  test('twin: a use that does not ask whether it was used is many', async () => {
    const cut = race.without(/"coupon"\."ord_uid" is null/, 'true')
    expect((await couponTogether()).orders).toBeGreaterThan(1)
    expect(cut.count).toBeGreaterThan(STANDING)
  })

  const pointsTogether = async () => {
    const { accessToken: token, memberId } = await shop.member()
    const grant = { memberId, ordUid: crypto.randomUUID(), paid: 1_000, finalAt: 0 }
    await shop.deps.db.transaction((tx) => earnPoints(tx, { earnPercent: 100, spend: true }, grant, shop.clock()))
    const quotes = await quotesOf(token, FIFTY, { points: 100 })
    const lock = { text: 'select 1 from point_account where member_id = $1 for update', values: [memberId] }
    const codes = await buyAll(quotes, lock)
    return { codes, balance: await number(`select balance as n from point_account where member_id = '${memberId}'`) }
  }
  test('fifty orders of a hundred points from a thousand: ten', async () => {
    for (let round = 0; round < POINT_ROUNDS; round += 1)
      expect(await pointsTogether()).toEqual({ codes: { 200: 10, E_POINTS: FIFTY - 10 }, balance: 0 })
  })
  test('twin: spending that does not ask for the balance goes below zero', async () => {
    await run('alter table point_account drop constraint point_account_balance')
    race.without(/"point_account"\."balance" >= (\$\d+)/, '$1::int is not null')
    expect((await pointsTogether()).balance).toBeLessThan(0)
  })

  const stockTogether = async () => {
    const gdsDtlUid = await shop.optionOf('pass-48h-mobile')
    await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, LEFT))
    const quotes: { token: string; quoteUid: string }[] = []
    for (const nth of times(BUYERS)) quotes.push(...(await quotesOf(tokens[nth % STANDING] ?? '', 1, { gdsDtlUid })))
    const before = await number(`select count(*)::int as n from orders where gds_dtl_uid = '${gdsDtlUid}'`)
    const lock = { text: 'select 1 from stock where gds_dtl_uid = $1 for update', values: [gdsDtlUid] }
    const codes = await buyAll(quotes, lock)
    const after = await number(`select count(*)::int as n from orders where gds_dtl_uid = '${gdsDtlUid}'`)
    return { codes, sold: after - before, gdsDtlUid }
  }
  test(`${BUYERS} buyers, ${LEFT} left: ${LEFT}`, async () => {
    const { codes, sold, gdsDtlUid } = await stockTogether()
    expect(codes).toEqual({ 200: LEFT, E_SOLD_OUT: BUYERS - LEFT })
    expect(sold).toBe(LEFT)
    expect(await number(`select sum(units)::int as n from stock where gds_dtl_uid = '${gdsDtlUid}'`)).toBe(0)
  })
  test(`the same with nobody at the shelf: each takes from a slice of her own, ${LEFT} in all`, async () => {
    const gdsDtlUid = await shop.optionOf('pass-big5-mobile')
    await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, LEFT))
    const quotes: { token: string; quoteUid: string }[] = []
    for (const token of tokens) quotes.push(...(await quotesOf(token, 2, { gdsDtlUid })))
    const answers = await Promise.all(quotes.map(({ token, quoteUid }) => buyQuote(shop, token, quoteUid)))
    expect(answers.filter(({ status }) => status.code === '200')).toHaveLength(LEFT)
  })
  test('twin: a shelf that is looked at without holding it sells more', async () => {
    await run('alter table stock drop constraint stock_units')
    race.without(/(from "stock" where .*) for update$/, '$1')
    expect((await stockTogether()).sold).toBeGreaterThan(LEFT)
  })

  const paperTogether = async () => {
    const couponUid = await printNumber(shop)
    const lock = { text: 'select 1 from paper_coupon where coupon_uid = $1 for update', values: [couponUid] }
    const calls = tokens.map(
      (token) => async () => (await shop.call(coupon.paperInsert, { token, body: { couponUid } })).status.code,
    )
    return tally(await race.atOnce(url(), lock, calls))
  }
  test('one printed number, many members: one', async () => {
    expect(await paperTogether()).toEqual({ 200: 1, E_COUPON_NUMBER: STANDING - 1 })
  })
  test('twin: a number that is not asked whether it was taken, without its unique key, is many', async () => {
    await run('drop index coupon_taken')
    race.without(/ on conflict \("taken_key"\) do nothing/, '')
    race.without(/"paper_coupon"\."taken_at" is null/, 'true')
    expect((await paperTogether())['200']).toBeGreaterThan(1)
    await run('delete from coupon where taken_key in (select taken_key from coupon group by 1 having count(*) > 1)')
    await run('create unique index coupon_taken on coupon (taken_key)')
  })

  const registerTogether = async (nth: number) => {
    const cardNum = sampleNumber(3, nth)
    const lock = {
      text: 'select 1 from pass where pass_uid = $1 for update',
      values: [await passOfCard(shop.deps, cardNum)],
    }
    const calls = tokens.map(
      (token) => async () => (await shop.call(card.passInsert, { token, query: { cardNum } })).status.code,
    )
    return tally(await race.atOnce(url(), lock, calls))
  }
  test('one card, many members: one', async () => {
    expect(await registerTogether(1)).toEqual({ 200: 1, E_CARD_TAKEN: STANDING - 1 })
  })
  test('twin: a card that is not asked whose it is becomes everybody’s', async () => {
    race.without(/"pass"\."member_id" is null/, 'true')
    expect((await registerTogether(2))['200']).toBeGreaterThan(1)
  })

  const guessTogether = async () => {
    const { accessToken: token } = await shop.member()
    // The first makes the row.
    await shop.call(card.passInsert, { token, query: { cardNum: unknownNumber(0) } })
    const calls = times(STANDING).map(
      () => async () => (await shop.call(card.passInsert, { token, query: { cardNum: unknownNumber(1) } })).status.code,
    )
    return tally(await race.atOnce(url(), { text: 'select 1 from throttle for update', values: [] }, calls))
  }
  test('many guesses at once: five an hour', async () => {
    expect(await guessTogether()).toEqual({ E_CARD_TAKEN: 4, E_THROTTLED: STANDING - 4 })
  })
  test('twin: guesses that are not counted first are as many as one likes', async () => {
    race.without(/"throttle"\."failures" < (\$\d+)/, '$1::int is not null')
    expect(await guessTogether()).toEqual({ E_CARD_TAKEN: STANDING })
  })

  /** One voucher at fifteen scanners, each with a card of its own. */
  const collectTogether = async (first: number) => {
    const { accessToken: token } = await shop.member()
    const desk = await gateAt(shop, 'busan-station')
    const gdsDtlUid = await shop.optionOf('pass-big5-card')
    const [quote] = await quotesOf(token, 1, { gdsDtlUid })
    const { data } = await buyQuote(shop, token, quote?.quoteUid ?? '')
    await shop.bank.press(data?.payUrl ?? '', 'approve')
    await shop.comeBack(data?.ordUid ?? '')
    const [waiting] = (await shop.call(card.exchangeCardList, { token })).data?.list ?? []
    const { passUid = '', voucher } = waiting ?? {}
    const calls = times(STANDING).map((nth) => async () => {
      const body = { voucher: voucher ?? '', cardNum: sampleNumber(4, first + nth) }
      return (await shop.call(card.pickup, { token: desk, body })).status.code
    })
    const lock = { text: 'select 1 from pass where pass_uid = $1 for update', values: [passUid] }
    const codes = tally(await race.atOnce(url(), lock, calls))
    return { codes, out: await number(`select count(*)::int as n from printed_card where pass_uid = '${passUid}'`) }
  }
  test('one voucher at many desks: one card', async () => {
    expect(await collectTogether(11)).toEqual({ codes: { 200: 1, E_VOUCHER_USED: STANDING - 1 }, out: 1 })
  })
  test('twin: a voucher whose pass is not held is a stack of cards', async () => {
    await run('drop index printed_card_pass')
    race.without(/(from "pass" where .*) for update$/, '$1')
    // They stand before the update of the pass instead, and have read it before.
    expect((await collectTogether(30)).out).toBeGreaterThan(1)
  })
})
