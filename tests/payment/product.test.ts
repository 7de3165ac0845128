import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as main from '#contract/calls/main.ts'
import * as pass from '#contract/calls/pass.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { RECONCILE_MS } from '#contract/limits.ts'
import { createApp } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import { product } from '#server/db/schema/catalogue.ts'
import { goods } from '#server/db/schema/goods.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { citySeed, seedCity } from '#server/modules/catalogue/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, PERFUME, ROOM, type ReservationShop } from '../reserve/reservationShop.ts'

const PASS = 'pass-48h-mobile'
const OPTION = `${PASS}-std`
const CARD = 'pass-24h-card'

describe.each(drawnEngines())('changes by an operator on %s', (engine) => {
  let inn: ReservationShop
  let token = ''
  beforeEach(async () => {
    inn = await openReservationShop({ engine })
    token = (await inn.member()).accessToken
  })
  afterEach(() => inn.close())

  const ask = async (url: string, payload?: string) => {
    const authorization = `Bearer ${await operatorToken(inn.deps.keys, inn.clock(), 'kim')}`
    const answer = await inn.app.inject({
      method: 'POST',
      url: `/operator${url}`,
      headers: { authorization },
      ...(payload !== undefined && { payload }),
    })
    return { http: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const set = (id: string, field: string, value: string) => ask(`/products/${id}/${field}`, value)
  const listed = async (gdsUid: string) =>
    (await inn.call(pass.list, { query: { pageSize: '50' } })).data?.list.find((one) => one.gdsUid === gdsUid)
  const quote = (body: Record<string, unknown> = {}) =>
    inn.call(pass.buyPassPayInfo, { token, body: { gdsDtlUid: OPTION, passCnt: 3, ...body } as never })
  const buy = (quoteUid = '') =>
    inn.call(pass.buyPass, { token, body: { quoteUid, method: 'overseas_card', agreeYn: 'Y' } })
  const changes = async () =>
    (
      await inn.deps.db.select().from(operatorChange).orderBy(asc(operatorChange.at), asc(operatorChange.changeUid))
    ).map(({ operator, target, field, before, after }) => [operator, target, field, before, after])

  test("are refused without the operator's token", async () => {
    for (const url of [`/products/${PASS}/price`, `/products/${PASS}/confirm`, '/sales/stop', '/sales/start'])
      for (const headers of [{}, { authorization: `Bearer ${token}` }])
        expect(
          (await inn.app.inject({ method: 'POST', url: `/operator${url}`, headers, payload: '1' })).statusCode,
        ).toBe(401)
    expect((await inn.app.inject({ method: 'GET', url: '/operator/products' })).statusCode).toBe(401)
    expect(await changes()).toEqual([])
    expect(await listed(PASS)).toMatchObject({ price: 69_000, saleYn: 'Y' })
  })

  test('are refused with a sentence for an unknown product or a bad value, and change nothing', async () => {
    const before = await listed(PASS)
    for (const [id, field, value, sentence] of [
      ['pass-72h-mobile', 'price', '50000', /no product "pass-72h-mobile"/],
      [PASS, 'price', '-1', /whole number from 1 to/],
      [PASS, 'price', '0', /whole number/],
      [PASS, 'price', '49000.5', /whole number/],
      [PASS, 'price', '4e4', /whole number/],
      [PASS, 'price', '', /whole number/],
      [PASS, 'price', '100000001', /whole number/],
      [PASS, 'discount', '69000', /below the price \(69000\)/],
      [PASS, 'discount', '70000', /below the price/],
      [PASS, 'onSale', 'yes', /Y or N/],
      [PASS, 'stock', '-1', /whole number from 0 to/],
      [PASS, 'stock', 'many', /whole number/],
      [PERFUME, 'discount', '1', /for passes only/],
      [PERFUME, 'stock', '1', /for passes only/],
      ['stanford-inn-busan', 'price', '90000', /several prices.*stanford-inn-busan-r1/],
    ] as const) {
      const { http, body } = await set(id, field, value)
      expect({ id, field, value, http }).toEqual({ id, field, value, http: 422 })
      expect(body.sentence).toMatch(sentence)
    }
    expect((await ask('/products/pass-24h-mobile/confirm')).body.sentence).toBe('"pass-24h-mobile" is no sample.')
    expect((await ask('/sales/start')).body.sentence).toBe('Sales are not stopped.')
    await set(PASS, 'discount', '60001')
    expect((await set(PASS, 'price', '60001')).body.sentence).toMatch(/60001\) must be below the price \(60001\)/)
    await set(PASS, 'discount', 'none')
    expect(await listed(PASS)).toEqual(before)
    expect(await changes()).toHaveLength(2)
  })

  test('a new price applies at once, confirms the product and is logged, and an earlier quote keeps its price', async () => {
    expect(await listed(PASS)).toMatchObject({ price: 69_000, sampleYn: 'Y' })
    const earlier = (await quote()).data
    expect(await set(PASS, 'price', '66001')).toEqual({ http: 200, body: { before: 69_000, after: 66_001 } })
    expect(await listed(PASS)).toMatchObject({ price: 66_001, discounted: null, sampleYn: 'N' })
    expect((await quote({ price: 3 * 69_000 })).status.code).toBe('E_PRICE_CHANGED')
    expect((await quote({ price: 3 * 66_001 })).data).toMatchObject({ unitPrice: 66_001, amount: 198_003 })
    // A quote keeps the price that was shown for half an hour.
    expect((await buy(earlier?.quoteUid)).data).toMatchObject({ state: 'pending', amount: 207_000 })

    expect(await set(PASS, 'discount', '55555')).toMatchObject({ body: { before: null, after: 55_555 } })
    expect(await listed(PASS)).toMatchObject({ price: 66_001, discounted: 55_555 })
    expect((await quote()).data).toMatchObject({ unitPrice: 55_555, amount: 166_665 })
    expect(await changes()).toEqual([
      ['kim', PASS, 'price', 69_000, 66_001],
      ['kim', PASS, 'discount', null, 55_555],
    ])
    const log = readFileSync(join(inn.deps.config.dataDir, 'server.log'), 'utf8')
    expect(log).toMatch(/"operator":"kim","target":"pass-48h-mobile","field":"price","before":69000,"after":66001/)

    // A new seed does not overwrite a price that an operator has set, even to the value of the old seed.
    await set(PASS, 'discount', 'none')
    await set('pass-24h-mobile', 'price', '49000')
    const seed = structuredClone(citySeed())
    seed.records.version = 'next'
    for (const doc of seed.records.products) doc.priceKrw = 77_000
    const skipped = await inn.connected.withDedicatedConnection((db) => seedCity(db, inn.clock(), seed))
    expect(skipped).toEqual(expect.arrayContaining(['products pass-24h-mobile', `products ${PASS}`]))
    await set('pass-big3-mobile', 'onSale', 'Y')
    expect((await listed('pass-24h-mobile'))?.price).toBe(49_000)
    expect((await listed('pass-big3-mobile'))?.price).toBe(77_000)
  })

  test('a product off sale is refused to new and to earlier quotes', async () => {
    const earlier = (await quote()).data
    await set(OPTION, 'onSale', 'N')
    expect(await listed(PASS)).toMatchObject({ saleYn: 'N' })
    expect((await quote()).status.code).toBe('E_NOT_ON_SALE')
    expect((await buy(earlier?.quoteUid)).status.code).toBe('E_NOT_ON_SALE')
    await set(PASS, 'onSale', 'Y')
    expect((await buy(earlier?.quoteUid)).data?.state).toBe('pending')
  })

  test('all sales stop and start again, and each product is then on or off sale as before', async () => {
    const earlier = (await quote()).data
    const priceSn = await inn.nameOf(ROOM)
    const held = await inn.hold(token, ROOM, priceSn)
    const roomQuote = await inn.quoteOf(token, ROOM, priceSn)
    const hotels = async () =>
      (await inn.call(attraction.list, { query: { gdsTycd: GOODS_TYPE.hotel, pageSize: '50' } })).data?.total
    await set('pass-big3-mobile', 'onSale', 'N')
    expect(await ask('/sales/stop')).toEqual({ http: 200, body: {} })
    expect((await ask('/sales/stop')).body.sentence).toBe('All sales are stopped already.')
    expect((await inn.call(pass.list)).data?.list.map(({ saleYn }) => saleYn)).toEqual(Array(8).fill('N'))
    expect(await hotels()).toBe(0)
    const codes = async () => [
      (await quote()).status.code,
      (await buy(earlier?.quoteUid)).status.code,
      (await inn.price(token, ROOM, priceSn)).status.code,
      (await inn.call(reserve.availability, { query: { goodsDtlId: ROOM } })).status.code,
      (await inn.call(reserve.coupon, { token, query: { goodsDtlId: ROOM } })).status.code,
      (await inn.call(reserve.create, { token, body: { quoteUid: roomQuote } })).status.code,
      (await inn.payInfo(token, { reserveId: held.rsvtUid, method: 'overseas_card', agreeYn: 'Y' })).status.code,
    ]
    expect(await codes()).toEqual(Array(7).fill('E_NOT_ON_SALE'))
    await ask('/sales/start')
    expect(await hotels()).toBe(12)
    expect(await listed('pass-big3-mobile')).toMatchObject({ saleYn: 'N' })
    expect(await codes()).toEqual(Array(7).fill('200'))
    expect((await changes()).slice(1)).toEqual([
      ['kim', 'all', 'onSale', true, false],
      ['kim', 'all', 'onSale', false, true],
    ])
  })

  test('a card pass without stock is sold out, and loaded stock runs out', async () => {
    const card = { gdsDtlUid: `${CARD}-std`, passCnt: 2 }
    const earlier = (await quote(card)).data
    expect(await set(CARD, 'stock', 'none')).toMatchObject({ body: { before: 40, after: null } })
    expect(await listed(CARD)).toMatchObject({ saleYn: 'Y', soldOutYn: 'Y' })
    expect((await quote(card)).status.code).toBe('E_SOLD_OUT')
    expect((await buy(earlier?.quoteUid)).status.code).toBe('E_SOLD_OUT')
    await set(CARD, 'stock', '3')
    expect(await listed(CARD)).toMatchObject({ soldOutYn: 'N' })
    const two = [(await quote(card)).data?.quoteUid, (await quote(card)).data?.quoteUid]
    expect((await buy(two[0])).data?.state).toBe('pending')
    expect((await buy(two[1])).status.code).toBe('E_SOLD_OUT')
    // A mobile pass is issued on demand and needs no stock.
    expect((await quote()).status.code).toBe('200')
  })

  test('units of an order that ends unpaid are on sale beside the stock that was set meanwhile, unless the pass is off sale', async () => {
    await set(CARD, 'stock', '2')
    const { data } = await quote({ gdsDtlUid: `${CARD}-std`, passCnt: 2 })
    expect((await buy(data?.quoteUid)).data?.state).toBe('pending')
    await set(CARD, 'stock', '0')
    expect(await listed(CARD)).toMatchObject({ soldOutYn: 'Y' })
    inn.advance(RECONCILE_MS)
    await inn.reconcileAll()
    expect(await set(CARD, 'stock', '1')).toMatchObject({ body: { before: 2, after: 1 } })
    await set(CARD, 'onSale', 'N')
    expect(await listed(CARD)).toMatchObject({ saleYn: 'N' })
  })

  test('a price of goods is set for one option, and confirms the goods if they have no other option', async () => {
    const detail = async (id: string) => (await inn.call(attraction.detail, { params: { id } })).data
    expect(await detail('act-perfume')).toMatchObject({ sampleYn: 'Y' })
    await set('act-perfume', 'price', '43210')
    expect(await detail('act-perfume')).toMatchObject({ sampleYn: 'N', price: 43_210 })
    const room = { gdsDtlUid: ROOM, price: 98_765 }
    await set(ROOM, 'price', '98765')
    expect(await detail('stanford-inn-busan')).toMatchObject({
      sampleYn: 'Y',
      options: expect.arrayContaining([expect.objectContaining(room)]),
    })
    await ask('/products/stanford-inn-busan/confirm')
    expect(await detail('stanford-inn-busan')).toMatchObject({ sampleYn: 'N' })
  })
})

test('a change by one process is in the answers of another within five seconds', async () => {
  const inn = await openReservationShop({ engine: 'postgres' })
  const second = await connect(inn.deps.config, inn.deps.log)
  const secondApp = await createApp({ ...inn.deps, db: second.db })
  const price = async (app: typeof secondApp) => {
    const list = (await app.inject('/api/v1/pass/list')).json<{ data: { list: { gdsUid: string; price: number }[] } }>()
    return list.data.list.find(({ gdsUid }) => gdsUid === PASS)?.price
  }
  expect([await price(inn.app), await price(secondApp)]).toEqual([69_000, 69_000])
  const authorization = `Bearer ${await operatorToken(inn.deps.keys, inn.clock())}`
  const url = `/operator/products/${PASS}/price`
  await inn.app.inject({ method: 'POST', url, headers: { authorization }, payload: '65001' })
  expect(await price(inn.app)).toBe(65_001)
  await vi.waitFor(async () => expect(await price(secondApp)).toBe(65_001), { timeout: 30_000, interval: 50 })
  await secondApp.close()
  await second.close()
  await inn.close()
})

describe.each(drawnEngines())('with a live payment gateway on %s', (engine) => {
  const LIVE = {
    PAYMENT_GATEWAY: 'portone',
    PORTONE_STORE_ID: 'store',
    PORTONE_CHANNEL_KEY: 'channel',
    PORTONE_API_SECRET: 'secret',
    PORTONE_WEBHOOK_SECRET: 'whsec_c2VjcmV0',
  }
  let inn: ReservationShop
  let token = ''
  beforeEach(async () => {
    inn = await openReservationShop({ engine, env: LIVE })
    token = (await inn.member()).accessToken
  })
  afterEach(() => inn.close())

  const set = async (path: string, payload = '') => {
    const authorization = `Bearer ${await operatorToken(inn.deps.keys, inn.clock())}`
    const url = `/operator/products/${path}`
    expect((await inn.app.inject({ method: 'POST', url, headers: { authorization }, payload })).statusCode).toBe(200)
  }
  const quote = async () =>
    (await inn.call(pass.buyPassPayInfo, { token, body: { gdsDtlUid: OPTION, passCnt: 1 } })).status.code

  test('no sample is listed, priced, ordered or reserved until an operator confirms it', async () => {
    const ids = async () => (await inn.call(pass.list)).data?.list.map(({ gdsUid }) => gdsUid)
    expect(await ids()).toEqual([CARD, 'pass-24h-mobile'])
    expect((await inn.call(pass.detail, { params: { id: PASS } })).status.code).toBe('E_NOT_FOUND')
    expect((await inn.call(main.catalogue)).data?.products).toHaveLength(2)
    expect((await inn.call(main.mainPass)).data).toHaveLength(2)
    expect((await inn.call(main.benefit)).data).toMatchObject({ discountPlaces: 0, discountSampleYn: 'N' })
    expect((await inn.call(main.main)).data).toMatchObject({ passes: { total: 2 }, goods: { total: 0 } })
    expect(await quote()).toBe('E_NOT_ON_SALE')
    for (const gdsTycd of [GOODS_TYPE.hotel, GOODS_TYPE.tour, GOODS_TYPE.activity, GOODS_TYPE.voucher])
      expect((await inn.call(attraction.list, { query: { gdsTycd } })).data?.total).toBe(0)
    expect((await inn.call(attraction.list, { query: { gdsTycd: GOODS_TYPE.pass } })).data?.total).toBe(2)
    expect((await inn.call(attraction.detail, { params: { id: 'act-perfume' } })).status.code).toBe('E_NOT_FOUND')
    expect((await inn.call(reserve.availability, { query: { goodsDtlId: PERFUME } })).status.code).toBe('E_NOT_ON_SALE')
    expect((await inn.price(token, PERFUME, '20270101T1000')).status.code).toBe('E_NOT_ON_SALE')
    expect((await inn.call(attraction.list)).data?.total).toBe(55)

    await set(`${PASS}/price`, '69000')
    await set('act-perfume/confirm')
    await set('v-shinsegae-premium-outlets-busan/confirm')
    expect(await ids()).toEqual([CARD, 'pass-24h-mobile', PASS])
    expect(await quote()).toBe('200')
    expect((await inn.call(main.benefit)).data).toMatchObject({ discountPlaces: 1, discountSampleYn: 'N' })
    expect((await inn.price(token, PERFUME, await inn.nameOf(PERFUME))).status.code).toBe('200')
  })

  test('a quote and a hold cannot be bought once their product is a sample', async () => {
    await set(`${PASS}/price`, '69000')
    await set('act-perfume/confirm')
    const { data } = await inn.call(pass.buyPassPayInfo, { token, body: { gdsDtlUid: OPTION, passCnt: 1 } })
    const priceSn = await inn.nameOf(PERFUME)
    const held = await inn.hold(token, PERFUME, priceSn)
    const quoteUid = await inn.quoteOf(token, PERFUME, priceSn)
    const sample = sql`doc || '{"sample": true}'`
    await inn.deps.db.update(product).set({ doc: sample }).where(eq(product.gdsUid, PASS))
    await inn.deps.db.update(goods).set({ doc: sample }).where(eq(goods.gdsUid, 'act-perfume'))
    const bought = await inn.call(pass.buyPass, {
      token,
      body: { quoteUid: data?.quoteUid ?? '', method: 'overseas_card', agreeYn: 'Y' },
    })
    expect(bought.status.code).toBe('E_NOT_ON_SALE')
    expect((await inn.call(reserve.create, { token, body: { quoteUid } })).status.code).toBe('E_NOT_ON_SALE')
    const paid = await inn.payInfo(token, { reserveId: held.rsvtUid, method: 'overseas_card', agreeYn: 'Y' })
    expect(paid.status.code).toBe('E_NOT_ON_SALE')
  })
})
