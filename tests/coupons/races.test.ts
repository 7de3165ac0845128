import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as card from '#contract/calls/card.ts'
import * as coupon from '#contract/calls/coupon.ts'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { earnPoints } from '#server/modules/point/service.ts'
import { setStock } from '#server/modules/stock/service.ts'
import { passOfCard, unknownNumber } from '../harness/cards.ts'
import { openRace, type Race } from '../harness/race.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { gateAt } from './exchangeDesk.ts'
import { buyQuote, giveOne, printNumber, quoteFor } from './wallet.ts'

/** Few in `npm test`, many in `npm run faults`. */
const BUYERS = Number(process.env.STOCK_BUYERS ?? 60)
const POINT_ROUNDS = Number(process.env.POINT_ROUNDS ?? 1)
const FIFTY = 50
const LEFT = 7
/** How many calls can wait for a lock at once: one less than the sixteen connections of the pool. */
const STANDING = 15

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('limited things taken by many at once, on postgres', () => {
  let race: Race
  let shop: Shop
  let tokens: string[] = []
  beforeAll(async () => {
    race = openRace()
    shop = await openShop({ engine: 'postgres', env: { POINTS_SPEND: '1' } })
    tokens = []
    for (let nth = 0; nth < STANDING; nth += 1) tokens.push((await shop.member()).accessToken)
  })
  afterEach(() => race.restoreGuards())
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
  /** Buys all quotes at once while `lock` is held, and counts the codes of the answers. */
  const buyAll = async (quotes: { token: string; quoteUid: string }[], lock: { text: string; values: unknown[] }) => {
    const calls = quotes.map(
      ({ token, quoteUid }) =>
        async () =>
          (await buyQuote(shop, token, quoteUid)).status.code,
    )
    return tally(await race.runTogether(url(), lock, calls, STANDING))
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
  test('of fifty orders with one coupon one succeeds', async () => {
    expect(await couponTogether()).toEqual({ codes: { 200: 1, E_COUPON: FIFTY - 1 }, orders: 1 })
  })
  test('twin: without the condition that a coupon has no order, it is used several times', async () => {
    const cut = race.without(/"coupon"\."ord_uid" is null/, 'true')
    expect((await couponTogether()).orders).toBeGreaterThan(1)
    expect(cut.count).toBeGreaterThan(STANDING)
  })

  const pointsTogether = async () => {
    const { accessToken: token, memberId } = await shop.member()
    const grant = { memberId, ordUid: crypto.randomUUID(), paid: 1_000, finalAt: 0 }
    await shop.deps.db.transaction((tx) => earnPoints(tx, { earnPercent: 100, validDays: 1_825 }, grant, shop.clock()))
    const quotes = await quotesOf(token, FIFTY, { points: 100 })
    const lock = { text: 'select 1 from point_account where member_id = $1 for update', values: [memberId] }
    const codes = await buyAll(quotes, lock)
    return { codes, balance: await number(`select balance as n from point_account where member_id = '${memberId}'`) }
  }
  test('of fifty orders of a hundred points from a thousand ten succeed', async () => {
    for (let round = 0; round < POINT_ROUNDS; round += 1)
      expect(await pointsTogether()).toEqual({ codes: { 200: 10, E_POINTS: FIFTY - 10 }, balance: 0 })
  })
  test('twin: without condition and constraint on the balance of points, it falls below zero', async () => {
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
  test(`of ${BUYERS} buyers with ${LEFT} units left ${LEFT} succeed`, async () => {
    const { codes, sold, gdsDtlUid } = await stockTogether()
    expect(codes).toEqual({ 200: LEFT, E_SOLD_OUT: BUYERS - LEFT })
    expect(sold).toBe(LEFT)
    expect(await number(`select sum(units)::int as n from stock where gds_dtl_uid = '${gdsDtlUid}'`)).toBe(0)
  })
  test(`without a held lock each buyer takes from an unlocked slice of the stock, ${LEFT} units in all`, async () => {
    const gdsDtlUid = await shop.optionOf('pass-big5-mobile')
    await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, LEFT))
    const quotes: { token: string; quoteUid: string }[] = []
    for (const token of tokens) quotes.push(...(await quotesOf(token, 2, { gdsDtlUid })))
    const answers = await Promise.all(quotes.map(({ token, quoteUid }) => buyQuote(shop, token, quoteUid)))
    expect(answers.filter(({ status }) => status.code === '200')).toHaveLength(LEFT)
  })
  test('twin: without lock and constraint on the stock, more units are sold than there are', async () => {
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
    return tally(await race.runTogether(url(), lock, calls))
  }
  test('of many members with one printed number one gets the coupon', async () => {
    expect(await paperTogether()).toEqual({ 200: 1, E_COUPON_NUMBER: STANDING - 1 })
  })
  test('twin: without the condition that a printed number is free, and the unique index on it, several members get the coupon', async () => {
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
    return tally(await race.runTogether(url(), lock, calls))
  }
  test('of many members with one card one registers it', async () => {
    expect(await registerTogether(1)).toEqual({ 200: 1, E_CARD_TAKEN: STANDING - 1 })
  })
  test('twin: without the condition that the card’s pass has no member, several members register it', async () => {
    race.without(/"pass"\."member_id" is null/, 'true')
    expect((await registerTogether(2))['200']).toBeGreaterThan(1)
  })

  const guessTogether = async () => {
    const { accessToken: token } = await shop.member()
    // The first call creates the throttle's row and counts as one of five.
    await shop.call(card.passInsert, { token, query: { cardNum: unknownNumber(0) } })
    const calls = times(STANDING).map(
      () => async () => (await shop.call(card.passInsert, { token, query: { cardNum: unknownNumber(1) } })).status.code,
    )
    return tally(await race.runTogether(url(), { text: 'select 1 from throttle for update', values: [] }, calls))
  }
  test('of many concurrent guesses five in an hour are checked', async () => {
    expect(await guessTogether()).toEqual({ E_CARD_TAKEN: 4, E_THROTTLED: STANDING - 4 })
  })
  test('twin: without the condition on the member’s failures, all guesses are checked', async () => {
    race.without(/"throttle"\."failures" < (\$\d+)/, '$1::int is not null')
    expect(await guessTogether()).toEqual({ E_CARD_TAKEN: STANDING })
  })

  /** One voucher at fifteen scanners, each with another card. */
  const collectTogether = async (first: number) => {
    const { accessToken: token } = await shop.member()
    const desk = await gateAt(shop, 'busan-station')
    const gdsDtlUid = await shop.optionOf('pass-big5-card')
    const [quote] = await quotesOf(token, 1, { gdsDtlUid })
    const { data } = await buyQuote(shop, token, quote?.quoteUid ?? '')
    await shop.bank.press(data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(data?.ordUid ?? '')
    const [waiting] = (await shop.call(card.exchangeCardList, { token })).data?.list ?? []
    const { passUid = '', voucher } = waiting ?? {}
    const calls = times(STANDING).map((nth) => async () => {
      const body = { voucher: voucher ?? '', cardNum: sampleNumber(4, first + nth) }
      return (await shop.call(card.pickup, { token: desk, body })).status.code
    })
    const lock = { text: 'select 1 from pass where pass_uid = $1 for update', values: [passUid] }
    const codes = tally(await race.runTogether(url(), lock, calls))
    return { codes, out: await number(`select count(*)::int as n from printed_card where pass_uid = '${passUid}'`) }
  }
  test('one voucher at many desks hands over one card', async () => {
    expect(await collectTogether(11)).toEqual({ codes: { 200: 1, E_VOUCHER_USED: STANDING - 1 }, out: 1 })
  })
  test('twin: without the lock on the pass, and the unique index on the card’s pass, several cards are handed over', async () => {
    await run('drop index printed_card_pass')
    race.without(/(from "pass" where .*) for update$/, '$1')
    // They wait at the update of the pass instead, after they have read it.
    expect((await collectTogether(30)).out).toBeGreaterThan(1)
  })
})
