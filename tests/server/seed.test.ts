import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as main from '#contract/calls/main.ts'
import * as pass from '#contract/calls/pass.ts'
import * as posts from '#contract/calls/posts.ts'
import { goods, goodsOption } from '#server/db/schema/goods.ts'
import { citySeed, forgetVersion, seedCity, type CitySeed } from '#server/modules/catalogue/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'

const PASS = 'pass-48h-mobile'

/** Returns the seed of the next release: the present one, changed. */
const release = (version: string, change: (seed: CitySeed) => void): CitySeed => {
  const seed = structuredClone(citySeed())
  seed.records.version = version
  change(seed)
  return seed
}

describe.each(drawnEngines())('a new seed, on %s', (engine) => {
  let app: App
  beforeEach(async () => {
    app = await openApp({ engine })
  })
  afterEach(() => app.close())

  /** Applies a seed as the start of the next release does; forgets the cached version, as a new process has none. */
  const apply = async (seed: CitySeed) => {
    const skipped = await app.connected.withDedicatedConnection((db) => seedCity(db, Date.now(), seed))
    forgetVersion(app.deps.db)
    return skipped
  }
  const product = async (gdsUid: string) =>
    (await app.call(pass.list, { query: { pageSize: '50' } })).data?.list.find((one) => one.gdsUid === gdsUid)
  const run = (statement: ReturnType<typeof sql>) => app.deps.db.execute(statement)
  const sell = (id: string) => (seed: CitySeed) => {
    const doc = seed.records.products.find((one) => one.id === id)
    if (doc) doc.priceKrw = 71_003
  }

  test('keeps prices and texts that were changed here, and reports them', async () => {
    await run(sql`update product set price = 66001, doc = doc || '{"priceKrw": 66001}' where gds_uid = ${PASS}`)
    await run(sql`update content set doc = jsonb_set(doc, '{title,en}', '"Our words"')
      where kind = 'notices' and id = (select id from content where kind = 'notices' order by sort limit 1)`)
    const next = release('next-1', (seed) => {
      sell(PASS)(seed)
      for (const notice of seed.records.notices) notice.title.en = 'Their words'
    })
    const skipped = await apply(next)
    expect(skipped).toEqual([`products ${PASS}`, `notices ${next.records.notices[0]?.id}`])
    expect(await product(PASS)).toMatchObject({ price: 66_001 })
    const titles = (await app.call(posts.list, { query: { pageSize: '50' } })).data?.list.map(({ title }) => title)
    expect(titles?.filter((title) => title === 'Our words')).toHaveLength(1)
    expect(titles?.filter((title) => title === 'Their words')).toHaveLength((titles?.length ?? 0) - 1)
    expect(await apply(next)).toEqual([])
    // The release after it keeps them too.
    expect(await apply(release('next-2', sell(PASS)))).toEqual(skipped)
    expect(await product(PASS)).toMatchObject({ price: 66_001 })
  })

  test('brings how to reserve an attraction, in the language of the call', async () => {
    const place = citySeed().records.attractions.find(({ reservationRequired }) => reservationRequired)
    const reservationIn = async (locale: 'en' | 'jp') => {
      const { data } = await app.call(attraction.detail, { params: { id: place?.id ?? '' }, locale })
      return data && 'reservation' in data ? data.reservation : undefined
    }
    expect(await reservationIn('en')).toBeUndefined()
    const text = everyLanguage({ en: 'By phone', jp: 'お電話で' })
    const next = release('next-1', ({ records }) => {
      const doc = records.attractions.find(({ id }) => id === place?.id)
      if (doc) doc.reservation = { text, url: null, phone: '+82-51-000-0000' }
    })
    expect(await apply(next)).toEqual([])
    expect(await reservationIn('en')).toEqual({ text: 'By phone', url: null, phone: '+82-51-000-0000' })
    expect(await reservationIn('jp')).toMatchObject({ text: 'お電話で' })
  })

  test('updates unchanged records, under a new version', async () => {
    const before = (await app.call(main.catalogue)).data?.version
    expect(await apply(release('next-1', sell(PASS)))).toEqual([])
    expect(await product(PASS)).toMatchObject({ price: 71_003 })
    expect((await app.call(main.catalogue)).data?.version).not.toBe(before)
    expect(await apply(release('next-2', () => undefined))).toEqual([])
    expect(await product(PASS)).toMatchObject({ price: 69_000 })
  })

  test('takes products and goods that it lacks off sale, deletes texts, and restores each with a seed that has it', async () => {
    const notice = citySeed().records.notices[0]?.id
    const option = citySeed().options[0]
    const onSale = async () => ({
      product: (await product(PASS))?.saleYn,
      goods: (
        await app.deps.db
          .select()
          .from(goods)
          .where(eq(goods.gdsUid, option?.gdsUid ?? ''))
      )[0]?.onSale,
      option: (
        await app.deps.db
          .select()
          .from(goodsOption)
          .where(eq(goodsOption.gdsDtlUid, option?.gdsDtlUid ?? ''))
      )[0]?.onSale,
      notices: (await app.call(posts.list, { query: { pageSize: '50' } })).data?.list.filter(({ id }) => id === notice)
        .length,
    })
    const without = release('next-1', (seed) => {
      seed.records.products = seed.records.products.filter(({ id }) => id !== PASS)
      seed.records.notices = seed.records.notices.filter(({ id }) => id !== notice)
      seed.goods = seed.goods.filter(({ gdsUid }) => gdsUid !== option?.gdsUid)
      seed.options = seed.options.filter(({ gdsUid }) => gdsUid !== option?.gdsUid)
    })
    expect(await onSale()).toEqual({ product: 'Y', goods: true, option: true, notices: 1 })
    await apply(without)
    expect(await onSale()).toEqual({ product: 'N', goods: false, option: false, notices: 0 })
    await apply(release('next-2', () => undefined))
    expect(await onSale()).toEqual({ product: 'Y', goods: true, option: true, notices: 1 })
  })

  test('keeps a record that an operator made, even if the seed has one with its id', async () => {
    await run(sql`insert into content (kind, id, sort, doc)
      select kind, 'notice-ours', 99, doc || '{"id": "notice-ours"}' from content
      where kind = 'notices' order by sort limit 1`)
    const skipped = await apply(
      release('next-1', (seed) => {
        const [first] = seed.records.notices
        if (first) seed.records.notices.push({ ...first, id: 'notice-ours', title: { ...first.title, en: 'Theirs' } })
      }),
    )
    expect(skipped).toEqual(['notices notice-ours'])
    const { data } = await app.call(posts.list, { query: { pageSize: '50' } })
    expect(data?.list.find(({ id }) => id === 'notice-ours')).toMatchObject({
      title: citySeed().records.notices[0]?.title.en,
    })
  })

  test('changes nothing when it fails halfway, and everything at the next try', async () => {
    const next = release('next-1', (seed) => {
      sell(PASS)(seed)
      for (const doc of seed.records.terms) doc.title.en = 'Their terms'
    })
    // Terms are written after the products.
    await run(sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
    await run(sql`create trigger refuse before insert or update on terms for each row execute function refuse()`)
    await expect(apply(next)).rejects.toThrow()
    expect(await product(PASS)).toMatchObject({ price: 69_000 })
    await run(sql`drop trigger refuse on terms`)
    await apply(next)
    expect(await product(PASS)).toMatchObject({ price: 71_003 })
  })
})
