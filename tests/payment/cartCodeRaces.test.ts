import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { goodsCode } from '#server/db/schema/goodsCode.ts'
import { goodsStock } from '#server/db/schema/goods.ts'
import { openRace, type Race } from '../harness/race.ts'
import { PERFUME } from '../reserve/reservationShop.ts'
import { openCartShop, type CartShop } from './cartShop.ts'

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('a cart with two departures of an option with codes, and a reservation of the second, on postgres', () => {
  let race: Race
  let shop: CartShop
  beforeAll(async () => {
    race = openRace()
    shop = await openCartShop({ engine: 'postgres' })
  })
  beforeEach(async () => {
    await shop.deps.db.delete(goodsCode)
    await shop.deps.db.delete(goodsStock)
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  /** Both queue for the codes: the cart first, with the seat of its first departure. */
  const together = async () => {
    const { db, clock, config } = shop.deps
    const codeOf = () => ({ codeUid: randomUUID(), gdsDtlUid: PERFUME, codeHash: randomUUID(), codeSealed: '' })
    await db.insert(goodsCode).values(Array.from({ length: 3 }, () => ({ ...codeOf(), loadedAt: clock() })))
    const lines = [await shop.goodsLine(PERFUME, 0), await shop.goodsLine(PERFUME, 1)]
    const slots = lines.map(({ priceSn }) => priceSn ?? '')
    await db.insert(goodsStock).values(slots.map((slot) => ({ gdsDtlUid: PERFUME, slot, total: 8, taken: 0 })))
    const [buyer, guest] = [(await shop.visitor()).accessToken, (await shop.visitor()).accessToken]
    const { quoteUid: cartQuote } = await shop.quoted(buyer, { lines })
    const quoteUid = await shop.quoteOf(guest, PERFUME, slots[1] ?? '')
    const lock = { text: 'select 1 from goods_code where gds_dtl_uid = $1 for update', values: [PERFUME] }
    race.takeFailures()
    const url = config.databaseUrl ?? ''
    const codes = await race.whileHeld(url, lock, async (release) => {
      const cart = shop.buy(buyer, { quoteUid: cartQuote, method: 'overseas_card', agreeYn: 'Y' })
      await race.waitForLocks(url, 1)
      const reserved = shop.call(reserve.create, { token: guest, body: { quoteUid } })
      await race.waitForLocks(url, 2)
      await release()
      return [(await cart).status.code, (await reserved).status.code]
    })
    return { codes, deadlocks: race.takeDeadlocks() }
  }

  test('lock all departures before codes: both succeed', async () => {
    expect(await together()).toEqual({ codes: ['200', '200'], deadlocks: 0 })
    expect(Object.values(await shop.takenUnits(PERFUME)).toSorted()).toEqual([1, 2])
  })
  test('twin: a cart that locks its second departure after the codes of its first deadlocks with the reservation', async () => {
    const cut = race.without(/^(select "slot" from "goods_stock" where .*) for update$/, '$1')
    expect((await together()).deadlocks).toBe(1)
    expect(cut.count).toBeGreaterThan(0)
  })
})
