import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as pass from '#contract/calls/pass.ts'
import { LOCALES } from '#contract/locales.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nonEmpty } from '../harness/nonEmpty.ts'
import type { App } from '../harness/factories.ts'

describe.each(drawnEngines())('passes on sale on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  const list = async (query: Record<string, string> = {}) =>
    (await app.call(pass.list, { query: { pageSize: '50', ...query } })).data
  const named = async (psCd: string) => (await list({ psCd }))?.list.map(({ gdsUid }) => gdsUid).toSorted()

  test('refuse bad pages, unknown parameters and an unknown product', async () => {
    for (const query of [{ pageNum: '0' }, { pageSize: '51' }, { psTycd: '24H' }])
      expect((await app.call(pass.list, { query: query as never })).http).toBe(422)
    expect((await app.call(pass.detail, { params: { id: 'pass-72h-card' } })).status.code).toBe('E_NOT_FOUND')
  })

  test('are filtered by psCd: a type, or card and mobile', async () => {
    expect((await list())?.total).toBe(8)
    expect((await list({ psCd: '' }))?.total).toBe(8)
    expect(await named('Big3')).toEqual(['pass-big3-card', 'pass-big3-mobile'])
    expect(await named('card')).toEqual(['pass-24h-card', 'pass-48h-card', 'pass-big3-card', 'pass-big5-card'])
    expect(await list({ psCd: '72H' })).toMatchObject({ list: [], total: 0 })
  })

  test.each([
    ['24H', 24],
    ['48H', 48],
    ['Big3', 120],
    ['Big5', 168],
  ] as const)('of the type %s last %d hours, as cards and on phones (spec 4.3, 9.4)', async (type, hours) => {
    const products = (await list({ psCd: type }))?.list
    expect(products?.map(({ medium }) => medium).toSorted()).toEqual(['card', 'mobile'])
    for (const { windowHours } of nonEmpty(products)) expect(windowHours).toBe(hours)
  })

  test.each(LOCALES)('are the same in detail and list in %s, and 24H costs 49,000', async (locale) => {
    const { data } = await app.call(pass.list, { query: { pageSize: '50' }, locale })
    for (const product of nonEmpty(data?.list)) {
      expect((await app.call(pass.detail, { params: { id: product.gdsUid }, locale })).data).toEqual(product)
      if (product.passType === '24H') expect(product.price).toBe(49_000)
    }
    expect(new Set(data?.list.map(({ name }) => name)).size).toBe(8)
  })
})
