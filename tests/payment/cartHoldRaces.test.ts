import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { goodsStock } from '#server/db/schema/goods.ts'
import { endUnpaid } from '#server/modules/booking/service.ts'
import { openRace, type Race } from '../harness/race.ts'
import { PERFUME, ROOM } from '../reserve/reservationShop.ts'
import { openCartShop, type CartShop, type Line } from './cartShop.ts'

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('a cart with two lines of an option of which its member has an unpaid hold, on postgres', () => {
  let race: Race
  let shop: CartShop
  let token = ''
  beforeAll(async () => {
    race = openRace()
    shop = await openCartShop({ engine: 'postgres' })
  })
  // A new visitor for each test: holds of an earlier test would count.
  beforeEach(async () => {
    token = (await shop.visitor()).accessToken
    await shop.deps.db.delete(goodsStock)
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  const url = () => shop.deps.config.databaseUrl ?? ''
  const setTotal = async (gdsDtlUid: string, slots: string[], total: number) => {
    await shop.deps.db.insert(goodsStock).values(slots.map((slot) => ({ gdsDtlUid, slot, total, taken: 0 })))
  }
  /** Returns the quote of a cart whose lines cost what the server says. */
  const quoteOfCart = async (lines: Omit<Line, 'unitPrice'>[]): Promise<string> => {
    const { data } = await shop.quote(token, { lines: lines.map((line) => ({ ...line, unitPrice: 0 })) })
    const priced = lines.map((line, nth) => ({ ...line, unitPrice: data?.lines[nth]?.unitPrice ?? 0 }))
    return (await shop.quoted(token, { lines: priced })).quoteUid
  }
  const buy = async (quoteUid: string): Promise<string> =>
    (await shop.buy(token, { quoteUid, method: 'overseas_card', agreeYn: 'Y' })).status.code
  /** Starts the first call and then the second while `lock` is held: each has to wait before the next thing happens. */
  const inOrder = async (
    lock: Parameters<Race['whileHeld']>[1],
    calls: [() => Promise<string>, () => Promise<string>],
  ) => {
    race.takeFailures()
    const codes = await race.whileHeld(url(), lock, async (release) => {
      const before = calls[0]()
      await race.waitForLocks(url(), 1)
      const after = calls[1]()
      await race.waitForLocks(url(), 2)
      await release()
      return Promise.all([before, after])
    })
    return { codes, deadlocks: race.takeDeadlocks() }
  }

  describe('that ends by itself meanwhile', () => {
    /** Of eight seats the member holds five, and buys five and one of the next departure while the hold ends. */
    const endAndBuy = async () => {
      const [first = '', second = ''] = [await shop.nameOf(PERFUME, 0), await shop.nameOf(PERFUME, 1)]
      await setTotal(PERFUME, [first, second], 8)
      const { rsvtUid } = await shop.hold(token, PERFUME, first, 5)
      const quoteUid = await quoteOfCart([
        { gdsDtlUid: PERFUME, priceSn: first, count: 5 },
        { gdsDtlUid: PERFUME, priceSn: second, count: 1 },
      ])
      const lapse = () =>
        shop.deps.db.transaction(async (tx) =>
          (await endUnpaid(tx, rsvtUid, 'hold', shop.clock())) ? 'ended' : 'late',
        )
      const outcome = await inOrder(
        { text: 'select 1 from reservation where rsvt_uid = $1 for update', values: [rsvtUid] },
        [() => lapse().catch(() => 'failed'), () => buy(quoteUid)],
      )
      const { state } = await shop.row(rsvtUid)
      const taken = await shop.takenUnits(PERFUME)
      return { ...outcome, state, seats: [taken[first], taken[second]] }
    }

    test('the cart waits for the end with no seat locked, and then takes its seats', async () => {
      expect(await endAndBuy()).toEqual({ codes: ['ended', '200'], deadlocks: 0, state: 'lapsed', seats: [5, 1] })
    })
    test('twin: without the lock on the hold, the cart deadlocks with the end', async () => {
      const cut = race.without(/^(select .* from "reservation" where .*) for update$/, '$1')
      expect((await endAndBuy()).deadlocks).toBe(1)
      expect(cut.count).toBeGreaterThan(0)
    })
  })

  describe('of a night before its own', () => {
    /**
     * Of three rooms the member holds two for the first and second night, and buys two for the second and one for the
     * fourth; somebody else reserves one for the first and second. Both have come to a stand when the fourth is free.
     */
    const buyBesideStay = async () => {
      const nights = await Promise.all([0, 1, 2, 3].map((nth) => shop.nameOf(ROOM, nth)))
      const [first = '', second = '', , fourth = ''] = nights
      const slots = nights.map((priceSn) => priceSn.slice(0, 8))
      await setTotal(ROOM, slots, 3)
      const stay = first.slice(0, 8) + second.slice(8)
      const { rsvtUid } = await shop.hold(token, ROOM, stay, 2)
      const cart = await quoteOfCart([
        { gdsDtlUid: ROOM, priceSn: second, count: 2 },
        { gdsDtlUid: ROOM, priceSn: fourth, count: 1 },
      ])
      const { accessToken: guest } = await shop.visitor()
      const quoteUid = await shop.quoteOf(guest, ROOM, stay)
      const lock = {
        text: 'select 1 from goods_stock where gds_dtl_uid = $1 and slot = $2 for update',
        values: [ROOM, slots[3]],
      }
      const outcome = await inOrder(lock, [
        () => buy(cart),
        async () => (await shop.call(reserve.create, { token: guest, body: { quoteUid } })).status.code,
      ])
      const taken = await shop.takenUnits(ROOM)
      return { ...outcome, state: (await shop.row(rsvtUid)).state, rooms: slots.map((slot) => taken[slot] ?? 0) }
    }

    test('the cart locks that night first: both succeed', async () => {
      expect(await buyBesideStay()).toEqual({
        codes: ['200', '200'],
        deadlocks: 0,
        state: 'cancelled',
        rooms: [1, 3, 0, 1],
      })
    })
    test('twin: a cart that locks the night of its hold after its own nights deadlocks with the other stay', async () => {
      const night = (await shop.nameOf(ROOM, 0)).slice(0, 8)
      const cut = race.without(
        /^(select "slot" from "goods_stock" where .*) for update$/,
        `$1 and "slot" <> '${night}' for update`,
      )
      expect((await buyBesideStay()).deadlocks).toBe(1)
      expect(cut.count).toBeGreaterThan(0)
    })
  })
})
