import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOLDS_MAX } from '#contract/limits.ts'
import { promoCode } from '#server/db/schema/order.ts'
import { buyQuote, quoteFor } from '../coupons/wallet.ts'
import { openRace, type Race } from '../harness/race.ts'
import { openShop, type Shop } from './shop.ts'

/** One less than the connections of the pool. */
const MANY = 15
const USES = 4
const ROUNDS = 10

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('orders with one promotion code at once, on postgres', () => {
  let race: Race
  let shop: Shop
  beforeAll(async () => {
    race = openRace()
    shop = await openShop({ engine: 'postgres' })
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  const orderTogether = async (code: string, limits: { usesMax?: number; memberUsesMax?: number }) => {
    await shop.deps.db
      .insert(promoCode)
      .values({ code, percent: 10, startsAt: 0, endsAt: null, sample: true, ...limits })
    const { accessToken: token } = await shop.member()
    const quoteUids: string[] = []
    for (let nth = 0; nth < MANY; nth += 1)
      quoteUids.push((await quoteFor(shop, token, { promoCode: code })).data?.quoteUid ?? '')
    const lock = { text: 'select 1 from promo_code where code = $1 for update', values: [code] }
    const calls = quoteUids.map((quoteUid) => async () => (await buyQuote(shop, token, quoteUid)).status.code)
    const codes = await race.runTogether(shop.deps.config.databaseUrl ?? '', lock, calls)
    const { rows } = await shop.deps.db.execute(sql`select count(*)::int as n from orders where promo_code = ${code}`)
    const refusedBy = (refusal: string) => codes.filter((each) => each === refusal).length
    return { orders: Number(rows[0]?.n), refused: refusedBy('E_PROMO_CODE'), held: refusedBy('E_HOLDS') }
  }

  /** Whether more than `max` orders get through in one of several rounds: in a single one they may wake in turns. */
  const isExceeded = async (code: string, max: number, limits: { usesMax: number }) => {
    for (let round = 0; round < ROUNDS; round += 1)
      if ((await orderTogether(`${code}-${round}`, limits)).orders > max) return true
    return false
  }

  test('use it as often as all members may', async () => {
    expect(await orderTogether('RACE-ALL', { usesMax: USES })).toEqual({ orders: USES, refused: MANY - USES, held: 0 })
  })
  test('use it as often as one member may', async () => {
    expect(await orderTogether('RACE-ONE', { memberUsesMax: 1 })).toEqual({ orders: 1, refused: MANY - 1, held: 0 })
  })
  test('use it five times unpaid for one member', async () => {
    expect(await orderTogether('RACE-HELD', { usesMax: MANY })).toEqual({
      orders: HOLDS_MAX,
      refused: 0,
      held: MANY - HOLDS_MAX,
    })
  })
  test('twin: when the code is not locked after the order is written, it is used too often', async () => {
    // They wait for a share of the lock instead, which the orders take together.
    const guard = race.without(/(from "promo_code" where .*) for update$/, '$1 for share')
    expect(await isExceeded('RACE-TWIN', USES, { usesMax: USES })).toBe(true)
    expect(await isExceeded('RACE-HELD-TWIN', HOLDS_MAX, { usesMax: MANY })).toBe(true)
    expect(guard.count).toBeGreaterThan(0)
  })
})
