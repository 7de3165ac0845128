import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PREVIEW_PICTURES } from '#contract/rules/previewPicture.ts'
import { createApp } from '#server/app.ts'
import { detailPages } from '#server/modules/preview/details.ts'
import { offeredGoods, offeredRecords } from '#server/modules/catalogue/service.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { parseHead, writePageDist } from '../harness/pageDist.ts'

const ORIGIN = 'https://pass.example'

describe('what search engines and link previews read of goods', () => {
  let dist: string
  let app: App
  let pages: FastifyInstance
  beforeAll(async () => {
    dist = writePageDist({ en: { '/hotel': 'Hotels', notFound: 'No page' } })
    app = await openApp({ engine: 'embedded', env: { PUBLIC_URL: ORIGIN } })
    pages = await createApp(app.deps, { dist })
  })
  afterAll(async () => {
    await pages.close()
    await app.close()
    rmSync(dist, { recursive: true, force: true })
  })

  test.each(['/hotel/nowhere', '/tour/signiel-busan', '/voucher/busan-tower'])(
    '%s is no goods of this type: status 404, not indexed',
    async (url) => {
      const { statusCode, body } = await pages.inject({ url })
      expect([statusCode, parseHead(body).robots]).toEqual([404, 'noindex'])
    },
  )

  test.each([
    ['/hotel', '/hotel', 'Hotels', 'skydeck'],
    ['/hotel/signiel-busan?step=reserve', '/hotel/signiel-busan', 'Signiel Busan', 'skydeck'],
    ['/tour/tour-tongdosa-temple', '/tour/tour-tongdosa-temple', 'Tongdosa Temple and Tea Day Tour', 'tongdosa'],
    ['/voucher/vo-aquarium-family', '/voucher/vo-aquarium-family', undefined, 'aquarium'],
  ])('%s has the canonical address %s', async (url, address, title, picture) => {
    const { statusCode, body } = await pages.inject({ url, headers: { 'accept-language': 'en' } })
    const head = parseHead(body)
    expect([statusCode, head.canonical, head['og:image'], head.robots]).toEqual([
      200,
      ORIGIN + address,
      `${ORIGIN}/previews/${picture}.png`,
      undefined,
    ])
    if (title !== undefined) expect(head['og:title']).toBe(title)
  })

  test('all goods have a page with a picture that the build draws, and are in the sitemap', async () => {
    const goods = await offeredGoods(app.deps)
    const byAddress = detailPages(await offeredRecords(app.deps), goods, '2026-11-26')
    expect(goods).toHaveLength(38)
    const { body } = await pages.inject('/sitemap.xml')
    for (const { type, id } of goods) {
      const address = `/${type}/${id}`
      expect(PREVIEW_PICTURES).toContain(byAddress.get(address)?.picture)
      expect(body).toContain(`<loc>${ORIGIN}${address}</loc>`)
    }
  })
})
