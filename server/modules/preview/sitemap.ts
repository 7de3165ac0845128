import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#contract/html.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { matchesEtag, codingOf, SharedAnswer } from '#server/http/shared.ts'
import { offeredGoods, offeredRecords } from '#server/modules/catalogue/service.ts'
import { detailPages } from './details.ts'
import { GUIDE_PAGES, PUBLIC_PAGES, UNVISITED } from './fixedPages.ts'

/** Time in which a crawler need not ask again. */
const CACHE = 'public, max-age=600'

interface Entry {
  address: string
  changedOn: string | null
}

const entry = (origin: string, { address, changedOn }: Entry): string =>
  `<url><loc>${escapeHtml(origin + address)}</loc>${changedOn === null ? '' : `<lastmod>${changedOn}</lastmod>`}</url>`

/** Returns the sitemap: the public pages, and the page of each record that exists now. */
export const sitemap = async (deps: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<string> => {
  const records = await offeredRecords(deps)
  const guides = [...new Set(records.products.map(({ passType }) => passType.toLowerCase()))]
  const entries: Entry[] = [
    ...Object.keys(PUBLIC_PAGES),
    ...guides.flatMap((guide) => GUIDE_PAGES.map((page) => `/${guide}${page}`)),
  ].map((address) => ({ address, changedOn: null }))
  const goods = await offeredGoods(deps)
  const all = [...entries, ...detailPages(records, goods, koreanDate(deps.clock())).values()]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...all.map((one) => entry(deps.config.publicUrl, one)),
    '</urlset>',
    '',
  ].join('\n')
}

/** Returns `/robots.txt`: what crawlers may visit, and where the sitemap is. */
export const robots = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...UNVISITED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** Serves `/robots.txt` and `/sitemap.xml`. */
export const crawlerPages = (app: FastifyInstance, deps: Deps): void => {
  app.get('/robots.txt', (_request, reply) =>
    reply
      .headers(DATA_HEADERS)
      .header('cache-control', CACHE)
      .type('text/plain; charset=utf-8')
      .send(robots(deps.config.publicUrl)),
  )
  let text = ''
  let answer = new SharedAnswer(text)
  app.get('/sitemap.xml', async (request, reply) => {
    const current = await sitemap(deps)
    if (current !== text) answer = new SharedAnswer(current)
    text = current
    const { etag, body } = answer
    reply.headers(DATA_HEADERS).headers({ 'cache-control': CACHE, vary: 'Accept-Encoding', etag })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    reply.type('application/xml; charset=utf-8')
    const coding = codingOf(request.headers['accept-encoding'])
    return coding ? reply.header('content-encoding', coding).send(await answer.packed(coding)) : reply.send(body)
  })
}
