import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundPass } from '#contract/calls/refund.ts'
import { goodsStock } from '#server/db/schema/goods.ts'
import { order } from '#server/db/schema/order.ts'
import { setStock, stockOf } from '#server/modules/stock/service.ts'
import { openRace, type Race } from '../harness/race.ts'
import { PERFUME, YACHT } from '../reserve/reservationShop.ts'
import { openCartShop, type CartShop } from './cartShop.ts'

const BUYERS = 8

const tally = (values: string[]): Record<string, number> =>
  values.reduce<Record<string, number>>((all, value) => ({ ...all, [value]: (all[value] ?? 0) + 1 }), {})

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('concurrent carts, on postgres', () => {
  let race: Race
  let shop: CartShop
  let pass = ''
  /** Each test uses another departure. */
  let nth = 0
  beforeAll(async () => {
    race = openRace()
    shop = await openCartShop({ engine: 'postgres' })
    pass = await shop.optionOf('pass-24h-mobile')
  })
  beforeEach(() => {
    nth += 1
  })
  afterEach(async () => {
    race.restoreGuards()
    await shop.deps.db.transaction((tx) => setStock(tx, pass, null))
  })
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  const url = () => shop.deps.config.databaseUrl ?? ''
  const stock = (units: number) => shop.deps.db.transaction((tx) => setStock(tx, pass, units))

  /** Carts of one pass and the last seat of a departure are bought at once by different visitors. */
  const lastSeat = async () => {
    await stock(100)
    const seat = await shop.goodsLine(PERFUME, nth)
    const lines = [await shop.passLine(1), seat, await shop.goodsLine(YACHT, nth)]
    const slot = seat.priceSn ?? ''
    const buyers = []
    for (let one = 0; one < BUYERS; one += 1) {
      const { accessToken: token, memberId } = await shop.visitor()
      buyers.push({ token, memberId, quoteUid: (await shop.quoted(token, { lines })).quoteUid })
    }
    await shop.deps.db.insert(goodsStock).values({ gdsDtlUid: PERFUME, slot, total: 8, taken: 7 })
    const yachts = (await shop.takenUnits(YACHT))[lines[2]?.priceSn ?? ''] ?? 0
    const answers = await race.runTogether(
      url(),
      { text: 'select 1 from goods_stock where gds_dtl_uid = $1 and slot = $2 for update', values: [PERFUME, slot] },
      buyers.map(
        ({ token, quoteUid }) =>
          () =>
            shop.buy(token, { quoteUid, method: 'overseas_card', agreeYn: 'Y' }),
      ),
    )
    const states = await Promise.all(buyers.map(({ memberId }) => shop.stateOf(memberId)))
    return {
      codes: tally(answers.map(({ status }) => status.code)),
      seats: (await shop.takenUnits(PERFUME))[slot],
      yachts: ((await shop.takenUnits(YACHT))[lines[2]?.priceSn ?? ''] ?? 0) - yachts,
      passes: 100 - ((await stockOf(shop.deps.db, pass)) ?? 0),
      sizes: tally(
        states.map(({ orders, reservations }) => `${orders.length} orders, ${reservations.length} reservations`),
      ),
    }
  }

  test('of eight carts with the last seat one is bought whole, and of the other seven nothing is bought or held', async () => {
    expect(await lastSeat()).toEqual({
      codes: { '200': 1, E_NO_ROOM: BUYERS - 1 },
      seats: 8,
      yachts: 1,
      passes: 1,
      sizes: { '4 orders, 2 reservations': 1, '0 orders, 0 reservations': BUYERS - 1 },
    })
  })
  test('twin: without the condition on the departure’s total, all eight carts are bought', async () => {
    const cut = race.without(/"goods_stock"\."taken" \+ (\$\d+) <= "goods_stock"\."total"/, '$1::int is not null')
    expect(await lastSeat()).toMatchObject({ codes: { '200': BUYERS }, seats: 7 + BUYERS })
    expect(cut.count).toBeGreaterThanOrEqual(BUYERS)
  })

  /** Two refunds of different lines of one cart, at once, when the cart has been refunded up to the amount of one. */
  const twoRefunds = async () => {
    const { accessToken: token } = await shop.visitor()
    const big = { ...(await shop.passLine(1)), gdsDtlUid: await shop.optionOf('pass-48h-mobile') }
    const { data } = await shop.quote(token, { lines: [{ ...big, unitPrice: 0 }] })
    const lines = [await shop.passLine(1), { ...big, unitPrice: data?.lines[0]?.unitPrice ?? 0 }]
    const { quoteUid, amount } = await shop.quoted(token, { lines })
    const { ordUid, lines: bought } = await shop.payCart(token, quoteUid)
    // The gateway has already given back one line, as if in another way.
    const smaller = Math.min(...bought.map((line) => line.amount))
    await shop.deps.db.update(order).set({ refunded: smaller }).where(eq(order.ordUid, ordUid))
    const answers = await race.runTogether(
      url(),
      { text: 'select 1 from orders where ord_uid = $1 for update', values: [ordUid] },
      bought.map(
        (line) => () => shop.call(refundPass, { token, body: { rsvtUid: line.ordUid, whyCd: 'other' } as never }),
      ),
    )
    const { refunded } = await shop.storedOrder(ordUid)
    return { codes: tally(answers.map(({ status }) => status.code)), tooMuch: refunded > amount }
  }
  test('refunds of two lines at once never exceed what the cart was charged', async () => {
    expect(await twoRefunds()).toEqual({ codes: { '200': 1, E_REFUND: 1 }, tooMuch: false })
    expect(race.takeDeadlocks()).toBe(0)
  })
  test('twin: without the condition on the amount, they do', async () => {
    const cut = race.without(/"orders"\."refunded" \+ (\$\d+) <= "orders"\."amount"/, '$1::int is not null')
    expect(await twoRefunds()).toEqual({ codes: { '200': 2 }, tooMuch: true })
    expect(cut.count).toBeGreaterThan(0)
  })
})
