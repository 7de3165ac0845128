import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as pass from '#contract/calls/pass.ts'
import { catalogueVersion, forgetVersion } from '#server/modules/catalogue/service.ts'
import { setStock } from '#server/modules/stock/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openShop, type Shop } from '../payment/shop.ts'

describe.each(drawnEngines())('an option that is sold out, on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const soldOutYnOf = async (gdsDtlUid: string) => {
    const { data } = await shop.call(pass.list, { query: { pageSize: '50' } })
    return data?.list.find((product) => product.gdsDtlUid === gdsDtlUid)?.soldOutYn
  }

  test('is shown as sold out while no stock is left', async () => {
    const gdsDtlUid = await shop.optionOf('pass-big3-mobile')
    const shownAs = () => soldOutYnOf(gdsDtlUid)
    expect(await shownAs()).toBe('N')
    // The catalogue may be half a second old.
    await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, 0))
    await expect.poll(shownAs, { timeout: 30_000 }).toBe('Y')
    await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, null))
    await expect.poll(shownAs, { timeout: 30_000 }).toBe('N')
  })

  test('for a moment only, is not shown as sold out afterwards', async () => {
    const { db } = shop.deps
    const gdsDtlUid = await shop.optionOf('pass-big5-mobile')
    const stock = (units: number | null) => db.transaction((tx) => setStock(tx, gdsDtlUid, units))
    const shownAs = () => soldOutYnOf(gdsDtlUid)
    await stock(5)
    forgetVersion(db)
    // The version is known, the list was not read: it is read under this version, while nothing is left.
    await catalogueVersion(db)
    await stock(0)
    expect(await shownAs()).toBe('Y')
    await stock(5)
    await expect.poll(shownAs, { timeout: 30_000 }).toBe('N')
    await stock(null)
  })
})
