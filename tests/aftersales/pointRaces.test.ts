import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as point from '#contract/calls/point.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { pointPending } from '#server/db/schema/point.ts'
import { creditFinalOrders } from '#server/modules/point/service.ts'
import { openRace, type Race } from '../harness/race.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'
import { endOfKoreanDay, STARTS_AT } from './pointHistories.ts'
import { openPointLedger } from './pointLedger.ts'

/** Points are credited only when no refund is open: a refund request locks its order. On PostgreSQL alone. */
describe('points credited during a refund request, on postgres', () => {
  let race: Race
  let shop: AftersalesShop
  beforeAll(async () => {
    race = openRace()
    shop = await openAftersalesShop({ engine: 'postgres', env: { POINTS_EARN_PERCENT: '7', POINTS_SPEND: '1' } })
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  /** 7 % of 49,000. */
  const EARNED = 3_430

  /** A refund request has locked its order and waits for the passes while the points are credited. */
  const askWhileCredited = async () => {
    const { accessToken: token } = await shop.member()
    const { ordUid, passUids } = await shop.buyPaid(token)
    await shop.deps.db.update(orderTable).set({ cancelUntil: shop.clock() }).where(eq(orderTable.ordUid, ordUid))
    await shop.deps.db.update(pointPending).set({ dueAt: shop.clock() }).where(eq(pointPending.ordUid, ordUid))
    const lock = { text: 'select 1 from pass where pass_uid = $1 for update', values: passUids }
    const url = shop.deps.config.databaseUrl ?? ''
    const [refundCode] = await race.runTogether<string>(
      url,
      lock,
      [
        async () => (await shop.requestRefund(token, ordUid)).status.code,
        async () => {
          await race.waitForLocks(url, 1)
          await creditFinalOrders(shop.deps)
          // Keeps the request waiting until the points are credited.
          await shop.deps.db.execute(sql`select 1 from pass where pass_uid = ${passUids[0]} for update`)
          return 'credited'
        },
      ],
      2,
    )
    expect(refundCode).toBe('200')
    const { data } = await shop.call(point.list, { token })
    return [data?.balance, data?.pending]
  }

  test('stay pending until the refund has ended', async () => {
    expect(await askWhileCredited()).toEqual([0, EARNED])
  })
  test('twin: without the lock on the order, the points can be spent during the refund', async () => {
    const cut = race.without(/(?<=^select "ord_uid" from "orders" where "orders"\."ord_uid" = \$1) for update$/, '')
    expect(await askWhileCredited()).toEqual([EARNED, 0])
    expect(cut.count).toBeGreaterThan(0)
  })
})

/** What has expired is worked out from the ledger, under the lock of the account. On PostgreSQL alone. */
describe('points spent in the last millisecond before others expire, on postgres', () => {
  let race: Race
  let shop: AftersalesShop
  beforeAll(async () => {
    race = openRace()
    shop = await openAftersalesShop({ engine: 'postgres' })
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  /** Of 100 points that expire and 100 that do not, 100 are spent before the job runs. Returns what is left. */
  const spendWhileExpiring = async () => {
    const points = openPointLedger(shop)
    const { memberId } = await shop.member()
    const end = endOfKoreanDay(STARTS_AT, 10)
    await points.earn(memberId, 100, { now: STARTS_AT, validDays: 10 })
    await points.earn(memberId, 100, { now: STARTS_AT, validDays: 90 })
    const lock = { text: 'select 1 from point_account where member_id = $1 for update', values: [memberId] }
    const url = shop.deps.config.databaseUrl ?? ''
    const calls = [
      () => points.spend(memberId, 100, end - 1),
      async () => {
        await race.waitForLocks(url, 1)
        await points.runJob(end)
        return 'expired'
      },
    ]
    const [ordUid] = await race.runTogether<string>(url, lock, calls)
    expect(ordUid).not.toBe('E_POINTS')
    return points.balance(memberId, end)
  }

  test('are those that would have expired, and the others are left', async () => {
    expect(await spendWhileExpiring()).toBe(100)
  })
  test('twin: without the lock on the account, points expire that were spent, and the others are gone', async () => {
    const cut = race.without(/(?<=^select .* from "point_account" where .*) for update$/, '')
    expect(await spendWhileExpiring()).toBe(0)
    expect(cut.count).toBeGreaterThan(0)
  })
})
