import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as pass from '#contract/calls/pass.ts'
import { openShop, type Shop } from './shop.ts'

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('fifty calls at once on postgres', () => {
  let shop: Shop
  let token = ''
  beforeEach(async () => {
    shop = await openShop({ engine: 'postgres' })
    token = (await shop.member()).accessToken
  })
  afterEach(() => shop.close())

  const quote = async () => {
    const gdsDtlUid = await shop.optionOf('pass-24h-mobile')
    const { data } = await shop.call(pass.buyPassPayInfo, { token, body: { gdsDtlUid, passCnt: 2 } })
    return data?.quoteUid ?? ''
  }
  const buy = (quoteUid: string, key?: string) =>
    shop.call(pass.buyPass, { token, body: { quoteUid, method: 'overseas_card', agreeYn: 'Y' }, ...(key && { key }) })
  const count = async (table: 'orders' | 'pass'): Promise<number> => {
    const { rows } = await shop.deps.db.execute(sql.raw(`select count(*)::int as n from ${table}`))
    return Number(rows[0]?.n)
  }
  const fifty = <T>(work: (nth: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, nth) => work(nth)))

  test('one quote makes one order and one payment', async () => {
    const quoteUid = await quote()
    const bought = await fifty(() => buy(quoteUid))
    expect(new Set(bought.map(({ data }) => data?.ordUid)).size).toBe(1)
    expect(await count('orders')).toBe(1)
    expect(shop.bank.book().payments).toHaveLength(1)
  })

  test('twin: without the unique index on the order’s quote, it makes several orders', async () => {
    await shop.deps.db.execute(sql.raw('drop index orders_quote'))
    const quoteUid = await quote()
    await fifty(() => buy(quoteUid))
    expect(await count('orders')).toBeGreaterThan(1)
  })

  test('one key makes one order, and the other calls get E_KEY_RUNNING or the same answer', async () => {
    const quoteUid = await quote()
    const bought = await fifty(() => buy(quoteUid, 'one-key-for-all'))
    const codes = new Set(bought.map(({ status }) => status.code))
    expect([...codes].every((code) => code === '200' || code === 'E_KEY_RUNNING')).toBe(true)
    expect(codes.has('200')).toBe(true)
    expect(await count('orders')).toBe(1)
    expect((await buy(quoteUid, 'one-key-for-all')).data).toEqual(bought.find(({ data }) => data)?.data)
  })

  test('one payment reported fifty times issues one set of passes and is charged once', async () => {
    // Without the unique index on the units, the conditional update alone must prevent a second set.
    await shop.deps.db.execute(sql.raw('drop index pass_unit'))
    shop.post.closed = true
    const { ordUid, payUrl } = await shop.place(token, 2)
    await shop.bank.press(payUrl, 'approve')
    await fifty(async (nth) => {
      await (nth % 3 ? shop.returnToOtherProcess(ordUid) : shop.reconcileAll())
    })
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'paid', passes: 2, kept: 98_000 })
  })

  test('twin: without the condition on the order’s state, more than one set of passes is issued', async () => {
    await shop.deps.db.execute(sql.raw('drop index pass_unit'))
    // A trigger makes each paid order pending again, as if the update had no condition.
    await shop.deps.db.execute(
      sql.raw(
        `create function again() returns trigger language plpgsql as $$ begin new.state := 'pending'; return new; end $$`,
      ),
    )
    await shop.deps.db.execute(
      sql.raw('create trigger again before update on orders for each row execute function again()'),
    )
    shop.post.closed = true
    const { ordUid, payUrl } = await shop.place(token, 2)
    await shop.bank.press(payUrl, 'approve')
    await fifty(() => shop.returnToOtherProcess(ordUid))
    expect(await count('pass')).toBeGreaterThan(2)
  })
})
