import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goodsStock } from '#server/db/schema/goods.ts'
import { promoCode } from '#server/db/schema/order.ts'
import { openRace, type Race } from '../harness/race.ts'
import { PERFUME } from '../reserve/reservationShop.ts'
import { openCartShop, type CartShop } from './cartShop.ts'

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('a member who pays a reservation and buys a cart at once, both with one limited code, on postgres', () => {
  let race: Race
  let shop: CartShop
  /** Each test uses another departure and another code. */
  let nth = 0
  beforeAll(async () => {
    race = openRace()
    shop = await openCartShop({ engine: 'postgres' })
  })
  beforeEach(() => {
    nth += 1
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  /** The cart queues for the code before the payment, and needs the seats that the reservation holds. */
  const together = async () => {
    const code = `TABS-${nth}`
    await shop.deps.db
      .insert(promoCode)
      .values({ code, percent: 10, startsAt: 0, endsAt: null, usesMax: 9, sample: true })
    const { accessToken: token } = await shop.visitor()
    const line = await shop.goodsLine(PERFUME, nth, 2)
    const slot = line.priceSn ?? ''
    await shop.deps.db.insert(goodsStock).values({ gdsDtlUid: PERFUME, slot, total: 2, taken: 0 })
    const { rsvtUid: reserveId } = await shop.hold(token, PERFUME, slot, 2)
    const { quoteUid } = await shop.quoted(token, { lines: [line], promoCode: code })
    const lock = { text: 'select 1 from promo_code where code = $1 for update', values: [code] }
    race.takeFailures()
    const url = shop.deps.config.databaseUrl ?? ''
    const codes = await race.whileHeld(url, lock, async (release) => {
      const cart = shop.buy(token, { quoteUid, method: 'overseas_card', agreeYn: 'Y' })
      await race.waitForLocks(url, 1)
      const paid = shop.payInfo(token, { reserveId, method: 'overseas_card', agreeYn: 'Y', promoCode: code })
      await race.waitForLocks(url, 2)
      await release()
      return [(await cart).status.code, (await paid).status.code]
    })
    return { codes, deadlocks: race.takeDeadlocks() }
  }

  test('lock the code before the reservation: the cart is bought, and the reservation has ended', async () => {
    expect(await together()).toEqual({ codes: ['200', 'E_HOLD_OVER'], deadlocks: 0 })
  })
  test('twin: a payment that locks its reservation first deadlocks with the cart', async () => {
    const cut = race.without(/^(select .* from "reservation" where "reservation"."rsvt_uid" = \$1)$/, '$1 for update')
    expect((await together()).deadlocks).toBe(1)
    expect(cut.count).toBeGreaterThan(0)
  })
})
