import { beforeEach, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { HOLDS_MAX } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { goodsStock } from '#server/db/schema/goods.ts'
import { raceReservations } from './raceShop.ts'
import { PERFUME, ROOM, SUITE, YACHT } from './reservationShop.ts'

/** Few in `npm test`, many in `npm run faults`. */
const ROUNDS = Number(process.env.ROOM_ROUNDS ?? 2)
const FIFTY = 50
/** How many calls can wait for a lock at once: one less than the sixteen connections of the pool. */
const STANDING = 15

const tally = (values: string[]): Record<string, number> =>
  values.reduce<Record<string, number>>((all, value) => ({ ...all, [value]: (all[value] ?? 0) + 1 }), {})

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('concurrent calls for one room, on postgres', () => {
  const { race, inn, url, rowOf, lapse } = raceReservations()
  let token = ''
  /** Each round uses another night or departure. */
  let nth = 0
  // A new visitor for each test: holds of an earlier test would count.
  beforeEach(async () => {
    token = (await inn().visitor()).accessToken
  })

  /** Fifty quotes for the last room of a night are reserved at once. */
  const lastRoom = async () => {
    const priceSn = await inn().nameOf(ROOM, (nth += 1))
    const slot = priceSn.slice(0, 8)
    const tokens: string[] = []
    while (tokens.length < FIFTY / HOLDS_MAX) tokens.push((await inn().visitor()).accessToken)
    const quotes = await Promise.all(
      Array.from({ length: FIFTY }, async (_, one) => {
        const buyer = tokens[one % tokens.length] ?? ''
        return { token: buyer, quoteUid: await inn().quoteOf(buyer, ROOM, priceSn) }
      }),
    )
    await inn().deps.db.insert(goodsStock).values({ gdsDtlUid: ROOM, slot, total: 8, taken: 7 })
    const answers = await race.runTogether(
      url(),
      { text: 'select 1 from goods_stock where gds_dtl_uid = $1 and slot = $2 for update', values: [ROOM, slot] },
      quotes.map(
        (quote) => () => inn().call(reserve.create, { token: quote.token, body: { quoteUid: quote.quoteUid } }),
      ),
      STANDING,
    )
    return { codes: tally(answers.map(({ status }) => status.code)), taken: (await inn().takenUnits(ROOM))[slot] }
  }

  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'of fifty visitors one gets the last room (round %i)',
    async () => {
      expect(await lastRoom()).toEqual({ codes: { '200': 1, E_NO_ROOM: FIFTY - 1 }, taken: 8 })
    },
  )
  test('twin: without the condition on the night’s total, all visitors get the room', async () => {
    const cut = race.without(/"goods_stock"\."taken" \+ (\$\d+) <= "goods_stock"\."total"/, '$1::int is not null')
    expect(await lastRoom()).toEqual({ codes: { '200': FIFTY }, taken: 7 + FIFTY })
    expect(cut.count).toBe(FIFTY)
  })

  /** One member makes fifty reservations at once, at a departure with seats for all. */
  const holdTogether = async () => {
    const priceSn = await inn().nameOf(YACHT, (nth += 1))
    await inn().deps.db.insert(goodsStock).values({ gdsDtlUid: YACHT, slot: priceSn, total: FIFTY, taken: 0 })
    const quotes = await Promise.all(Array.from({ length: FIFTY }, () => inn().quoteOf(token, YACHT, priceSn)))
    const answers = await race.runTogether(
      url(),
      { text: 'select 1 from goods_stock where gds_dtl_uid = $1 and slot = $2 for update', values: [YACHT, priceSn] },
      quotes.map((quoteUid) => () => inn().call(reserve.create, { token, body: { quoteUid } })),
      STANDING,
    )
    return { codes: tally(answers.map(({ status }) => status.code)), taken: (await inn().takenUnits(YACHT))[priceSn] }
  }
  test('of fifty unpaid reservations of one member as many succeed as a member may hold', async () => {
    expect(await holdTogether()).toEqual({ codes: { '200': HOLDS_MAX, E_HOLDS: FIFTY - HOLDS_MAX }, taken: HOLDS_MAX })
  })
  test('twin: without the lock on the member, more reservations succeed', async () => {
    const cut = race.without(/ for no key update$/, '')
    expect((await holdTogether()).taken).toBeGreaterThan(HOLDS_MAX)
    expect(cut.count).toBe(FIFTY)
  })

  /** The member cancels a hold, and the job ends it, many times at once. */
  const endTogether = async () => {
    const priceSn = await inn().nameOf(YACHT, (nth += 1))
    for (let holders = 0; holders < 3; holders += 1) await inn().hold(token, YACHT, priceSn, 6)
    const { rsvtUid } = await inn().hold(token, YACHT, priceSn, 1)
    const cancel = async () => (await inn().cancel(token, rsvtUid)).status.code
    const calls = Array.from({ length: STANDING }, (_, one) => (one < 2 ? cancel : () => lapse(rsvtUid)))
    await race.runTogether(url(), rowOf(rsvtUid), calls)
    return (await inn().takenUnits(YACHT))[priceSn] ?? 0
  }

  test('a hold cancelled and ended at once frees its seat once', async () => {
    expect(await endTogether()).toBe(18)
  })
  test('twin: without the condition on the reservation’s state, its end frees seats of others too', async () => {
    race.without(/"reservation"\."state" in \((\$\d+(?:, \$\d+)*)\)/, "'' not in ($1)")
    expect(await endTogether()).toBeLessThan(18)
  })

  test('a reservation paid many times at once makes one order and one payment', async () => {
    const { rsvtUid } = await inn().hold(token, PERFUME, await inn().nameOf(PERFUME, (nth += 1)))
    const before = inn().bank.book().payments.length
    const orders = await Promise.all(Array.from({ length: STANDING }, () => inn().order(token, rsvtUid)))
    expect(new Set(orders.map(({ ordUid }) => ordUid)).size).toBe(1)
    expect(inn().bank.book().payments.length - before).toBe(1)
  })

  test('a payment begun while the hold ends makes an order with its seat, or none', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      token = (await inn().visitor()).accessToken
      const priceSn = await inn().nameOf(PERFUME, (nth += 1))
      const { rsvtUid } = await inn().hold(token, PERFUME, priceSn)
      const begin = () =>
        inn()
          .payInfo(token, { reserveId: rsvtUid, method: 'overseas_card', agreeYn: 'Y' })
          .then(({ status }) => status.code)
      const end = () => lapse(rsvtUid)
      const codes = await race.runTogether(url(), rowOf(rsvtUid), [begin, end, begin, end])
      const { state, ordUid } = await inn().row(rsvtUid)
      const taken = (await inn().takenUnits(PERFUME))[priceSn] ?? 0
      if (codes.includes('ended')) {
        expect({ state, ordUid, taken }).toEqual({ state: 'lapsed', ordUid: null, taken: 0 })
        expect(codes.filter((code) => code === 'E_HOLD_OVER')).toHaveLength(2)
      } else {
        expect({ state, taken }).toEqual({ state: 'held', taken: 1 })
        expect(codes.filter((code) => code === '200')).toHaveLength(2)
      }
    }
  })

  /** A paid stay beside a held one, cancelled many times at once. */
  const cancelTogether = async () => {
    const priceSn = await inn().nameOf(SUITE, (nth += 1))
    const slot = priceSn.slice(0, 8)
    const { rsvtUid, ordUid } = await inn().book(token, SUITE, priceSn)
    await inn().hold(token, SUITE, priceSn)
    await race.runTogether(
      url(),
      { text: 'select 1 from orders where ord_uid = $1 for update', values: [ordUid] },
      Array.from({ length: STANDING }, () => () => inn().cancel(token, rsvtUid)),
    )
    await inn().jobs()
    return { taken: (await inn().takenUnits(SUITE))[slot] ?? 0, ...(await inn().storedOrder(ordUid)) }
  }

  test('a stay cancelled many times at once frees its room once and is refunded once', async () => {
    expect(await cancelTogether()).toMatchObject({ taken: 1, kept: 0, state: 'paid' })
  })
  test("twin: without row locks and the condition on the state, a stay that is cancelled many times frees another's room too, and is still refunded once", async () => {
    race.without(/"reservation"\."state" in \((\$\d+(?:, \$\d+)*)\)/, "'' not in ($1)")
    race.without(/ for update$/, '')
    const priceSn = await inn().nameOf(SUITE, (nth += 1))
    const { rsvtUid, ordUid } = await inn().book(token, SUITE, priceSn)
    await inn().hold(token, SUITE, priceSn)
    await race.runTogether(
      url(),
      rowOf(rsvtUid),
      Array.from({ length: STANDING }, () => () => inn().cancel(token, rsvtUid)),
    )
    race.restoreGuards()
    await inn().jobs()
    expect((await inn().takenUnits(SUITE))[priceSn.slice(0, 8)] ?? 0).toBe(0)
    expect(await inn().storedOrder(ordUid)).toMatchObject({ kept: 0 })
  })

  /** A paid stay beside a held one, with an open dispute. */
  const disputed = async () => {
    const priceSn = await inn().nameOf(SUITE, (nth += 1))
    const booked = await inn().book(token, SUITE, priceSn)
    await inn().hold(token, SUITE, priceSn)
    inn().post.closed = true
    const { paymentKey } = await inn().storedOrder(booked.ordUid)
    await inn().bank.dispute(paymentKey, true)
    return { ...booked, paymentKey, slot: priceSn.slice(0, 8) }
  }

  test('a dispute during a cancellation frees the room once, and refunds nothing while it is open', async () => {
    const ends = new Set<string | null>()
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each round advances the clock by an hour, so one token would not last for all.
      token = (await inn().visitor()).accessToken
      const { rsvtUid, ordUid, paymentKey, slot } = await disputed()
      const cancel = async () => (await inn().cancel(token, rsvtUid)).status.code
      const hear = () =>
        inn()
          .hear(paymentKey)
          .then(() => 'heard')
      const calls = Array.from({ length: STANDING }, (_, one) => (one < 3 ? hear : cancel))
      // Cancellation and message take turns in coming first.
      const [later, first] = [round % 2 === 0 ? cancel : hear, race.waitForLocks(url(), 1)]
      const answers = await race.runTogether(
        url(),
        { text: 'select 1 from orders where ord_uid = $1 for update', values: [ordUid] },
        calls.map((call) => (call === later ? () => first.then(call) : call)),
      )
      expect(tally(answers)).toEqual({ heard: 3, '200': STANDING - 3 })
      await inn().jobs()
      const { end, state } = await inn().row(rsvtUid)
      ends.add(end)
      expect({ state, end }).toEqual(
        end === 'member' ? { state: 'cancel_asked', end } : { state: 'cancelled', end: 'charge_back' },
      )
      expect((await inn().takenUnits(SUITE))[slot]).toBe(1)
      expect((await inn().storedOrder(ordUid)).kept).toBeGreaterThan(0)
      // Whichever came first: a resolved dispute refunds the money.
      await inn().dispute(paymentKey, false)
      inn().advance(HOUR_MS)
      await inn().jobs()
      expect((await inn().row(rsvtUid)).state).toBe('cancelled')
      expect(await inn().storedOrder(ordUid)).toMatchObject({ kept: 0 })
    }
    expect(ends).toEqual(new Set(['member', 'charge_back']))
  })
  test("twin: without row locks and the condition on the state, a dispute frees another's room too", async () => {
    const { rsvtUid, paymentKey, slot } = await disputed()
    race.without(/"reservation"\."state" in \((\$\d+(?:, \$\d+)*)\)/, "'' not in ($1)")
    race.without(/ for update$/, '')
    const heard = race.waitForLocks(url(), 1)
    await race.runTogether(url(), rowOf(rsvtUid), [
      () => inn().hear(paymentKey),
      async () => {
        await heard
        await inn().cancel(token, rsvtUid)
      },
    ])
    expect((await inn().takenUnits(SUITE))[slot] ?? 0).toBe(0)
  })
})
