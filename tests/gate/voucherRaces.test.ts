import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { operatorToken } from '#server/http/operatorToken.ts'
import { openRace, type Race } from '../harness/race.ts'
import { CAFE, CAFE_PLACE, OTHER_CAFE, voucherGate, voucherHolder } from './voucherHolder.ts'
import { openReservationShop, type ReservationShop } from '../reserve/reservationShop.ts'

const SCANNERS = 20
/** How many calls can wait for a lock at once: one less than the sixteen connections of the pool. */
const STANDING = 15

/** The lock of an order, which redeeming and cancelling take. */
const ORDER_LOCK = /(from "orders" where "orders"\."ord_uid" = \$\d+) for update/

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('a voucher at gates, on postgres', () => {
  let race: Race
  let shop: ReservationShop
  let holder: Awaited<ReturnType<typeof voucherHolder>>
  let gates: Awaited<ReturnType<typeof voucherGate>>[]
  beforeAll(async () => {
    race = openRace()
    shop = await openReservationShop({ engine: 'postgres' })
    holder = await voucherHolder(shop)
    gates = [await voucherGate(shop, CAFE_PLACE), await voucherGate(shop, OTHER_CAFE)]
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })
  const url = () => shop.deps.config.databaseUrl ?? ''
  const rowOf = (rsvtUid: string) => ({
    text: 'select 1 from reservation where rsvt_uid = $1 for update',
    values: [rsvtUid],
  })
  const orderOf = (ordUid: string) => ({ text: 'select 1 from orders where ord_uid = $1 for update', values: [ordUid] })

  /** Twenty scans of one voucher at two gates, each of a code of its own. */
  const scanTogether = async (isUnlocked = false) => {
    const { rsvtUid, ordUid } = await shop.book(holder.token, CAFE, 'open')
    const codes = await Promise.all(Array.from({ length: SCANNERS }, (_, nth) => holder.draw(rsvtUid, -nth * 1_000)))
    const answers = await race.runTogether(
      url(),
      isUnlocked ? rowOf(rsvtUid) : orderOf(ordUid),
      codes.map((code, nth) => async () => (await gates[nth % gates.length]?.(code))?.verdict),
      STANDING,
    )
    return answers.filter((verdict) => verdict === 'redeemed').length
  }
  test('of twenty scans one redeems it', async () => {
    expect(await scanTogether()).toBe(1)
  })
  test('of twenty scans one redeems it by the condition of the UPDATE alone', async () => {
    const cut = race.without(ORDER_LOCK, '$1')
    expect(await scanTogether(true)).toBe(1)
    expect(cut.count).toBeGreaterThan(1)
  })
  test('twin: without the lock and the condition, several redeem it', async () => {
    race.without(ORDER_LOCK, '$1')
    const cut = race.without(/ and "reservation"\."used_at" is null/, '')
    expect(await scanTogether(true)).toBeGreaterThan(1)
    expect(cut.count).toBeGreaterThan(1)
  })

  const scanned = async (rsvtUid: string) => {
    const code = await holder.draw(rsvtUid)
    return async () => (await gates[0]?.(code))?.verdict === 'redeemed'
  }
  const byHand = async (rsvtUid: string) => {
    const headers = { authorization: `Bearer ${await operatorToken(shop.deps.keys, shop.clock())}` }
    const url = `/operator/reservations/${rsvtUid}/redeem`
    return async () => (await shop.app.inject({ method: 'POST', url, headers })).statusCode === 200
  }
  /** The member cancels while a gate or the desk redeems; either comes first. Returns what succeeded. */
  const cancelAndRedeem = async (redeems: typeof scanned, isUnlocked = false) => {
    const { rsvtUid, ordUid } = await shop.book(holder.token, CAFE, 'open')
    const redeem = await redeems(rsvtUid)
    const calls = [
      async () => ((await redeem()) ? 'redeemed' : ''),
      async () => ((await shop.cancel(holder.token, rsvtUid)).status.code === '200' ? 'cancelled' : ''),
    ]
    const results = await race.runTogether(url(), isUnlocked ? rowOf(rsvtUid) : orderOf(ordUid), calls)
    const { state, usedAt } = await shop.row(rsvtUid)
    return { successes: results.filter((each) => each !== ''), state, isUsed: usedAt !== null }
  }
  const WAYS = [
    { by: 'a gate', redeems: scanned },
    { by: 'the desk', redeems: byHand },
  ]
  test.each(WAYS)('a voucher is cancelled, or redeemed by $by, never both', async ({ redeems }) => {
    for (let round = 0; round < 5; round += 1) {
      const { successes, state, isUsed } = await cancelAndRedeem(redeems)
      expect(successes).toHaveLength(1)
      expect(isUsed).toBe(state === 'confirmed')
    }
  })
  test.each(WAYS)('twin: without the lock of the order, a voucher redeemed by $by is refunded', async ({ redeems }) => {
    race.without(ORDER_LOCK, '$1')
    const rounds: Awaited<ReturnType<typeof cancelAndRedeem>>[] = []
    while (rounds.length < 10 && !rounds.some(({ successes }) => successes.length === 2))
      rounds.push(await cancelAndRedeem(redeems, true))
    expect(rounds.at(-1)).toMatchObject({ successes: ['redeemed', 'cancelled'], isUsed: true })
  })
})
