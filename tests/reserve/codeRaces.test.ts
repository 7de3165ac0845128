import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { goodsCode } from '#server/db/schema/goodsCode.ts'
import { openRace, type Race } from '../harness/race.ts'
import { openReservationShop, PERFUME, type ReservationShop } from './reservationShop.ts'

const VISITORS = 20
/** How many calls can wait for a lock at once: one less than the sixteen connections of the pool. */
const STANDING = 15

/** On PostgreSQL alone: the embedded engine has one connection and cannot show a race. */
describe('the last code of an option, on postgres', () => {
  let race: Race
  let shop: ReservationShop
  beforeAll(async () => {
    race = openRace()
    shop = await openReservationShop({ engine: 'postgres' })
  })
  beforeEach(() => shop.deps.db.delete(goodsCode))
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await shop.close()
  })

  /** Twenty visitors reserve at once, at departures of their own: no stock row puts them in order. */
  const lastCode = async () => {
    await shop.deps.db.insert(goodsCode).values({
      codeUid: randomUUID(),
      gdsDtlUid: PERFUME,
      codeHash: randomUUID(),
      codeSealed: '',
      loadedAt: shop.clock(),
    })
    const quotes: { token: string; quoteUid: string }[] = []
    while (quotes.length < VISITORS) {
      const token = (await shop.visitor()).accessToken
      const priceSn = await shop.nameOf(PERFUME, quotes.length)
      quotes.push({ token, quoteUid: await shop.quoteOf(token, PERFUME, priceSn) })
    }
    const answers = await race.runTogether(
      shop.deps.config.databaseUrl ?? '',
      { text: 'select 1 from goods_code where gds_dtl_uid = $1 for update', values: [PERFUME] },
      quotes.map(
        ({ token, quoteUid }) =>
          () =>
            shop.call(reserve.create, { token, body: { quoteUid } }),
      ),
      STANDING,
    )
    return answers.map(({ status }) => status.code).toSorted()
  }

  test('of twenty visitors one gets it', async () => {
    expect(await lastCode()).toEqual(['200', ...Array.from({ length: VISITORS - 1 }, () => 'E_NO_ROOM')])
  })
  test('twin: without the lock of the choice, several get it', async () => {
    const cut = race.without(/("code_uid" asc limit \$\d+) for update/, '$1')
    expect((await lastCode()).filter((code) => code === '200').length).toBeGreaterThan(1)
    expect(cut.count).toBe(VISITORS)
  })
})
