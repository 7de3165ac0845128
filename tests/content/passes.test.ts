import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as pass from '#contract/calls/pass.ts'
import { LOCALES } from '#contract/locales.ts'
import { ENGINES, openApp } from '../harness/app.ts'
import { filled } from '../harness/filled.ts'
import type { App } from '../harness/factories.ts'

describe.each(ENGINES)('passes on sale on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  const list = async (query: Record<string, string> = {}) =>
    (await app.call(pass.list, { query: { pageSize: '50', ...query } })).data
  const named = async (psCd: string) => (await list({ psCd }))?.list.map(({ gdsUid }) => gdsUid).toSorted()

  it('refuse pages and parameters that there are not, and a pass that nobody sells', async () => {
    for (const query of [{ pageNum: '0' }, { pageSize: '51' }, { psTycd: '24H' }])
      expect((await app.call(pass.list, { query: query as never })).http).toBe(422)
    expect((await app.call(pass.detail, { params: { id: 'pass-72h-card' } })).status.code).toBe('E_NOT_FOUND')
  })

  it('are narrowed by psCd: a type, or card and mobile', async () => {
    expect((await list())?.total).toBe(8)
    expect((await list({ psCd: '' }))?.total).toBe(8)
    expect(await named('Big3')).toEqual(['pass-big3-card', 'pass-big3-mobile'])
    expect(await named('card')).toEqual(['pass-24h-card', 'pass-48h-card', 'pass-big3-card', 'pass-big5-card'])
    expect(await list({ psCd: '72H' })).toMatchObject({ list: [], total: 0 })
  })

  it.each(LOCALES)('are each the same alone as in the list in %s; 24H costs 49,000', async (locale) => {
    const { data } = await app.call(pass.list, { query: { pageSize: '50' }, locale })
    for (const product of filled(data?.list)) {
      expect((await app.call(pass.detail, { params: { id: product.gdsUid }, locale })).data).toEqual(product)
      if (product.passType === '24H') expect(product.price).toBe(49_000)
    }
    expect(new Set(data?.list.map(({ name }) => name)).size).toBe(8)
  })
})
