import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as posts from '#contract/calls/posts.ts'
import * as terms from '#contract/calls/terms.ts'
import { CANCEL_DAYS } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nonEmpty } from '../harness/nonEmpty.ts'
import type { App } from '../harness/factories.ts'

/** Noon in Korea on this date, in ms UTC. */
const noon = (date: string): number => Date.parse(`${date}T03:00:00Z`)

describe.each(drawnEngines())('notices and questions on %s', (engine) => {
  let app: App
  let now = noon('2026-07-10')
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  test('bad pages, unknown parameters and unknown ids are refused', async () => {
    for (const query of [{ pageSize: '51' }, { pageNum: '0' }, { pageNum: '1e3' }, { page: '2' }]) {
      const { http, status } = await app.call(posts.list, { query })
      expect([http, status.code, status.fields?.length]).toEqual([422, 'E_INPUT', 1])
    }
    expect((await app.call(posts.detail, { params: { id: 'nobody' } })).status.code).toBe('E_NOT_FOUND')
    expect((await app.call(posts.faqDetail, { params: { id: 'notice-2026-07-typhoon' } })).status.code).toBe(
      'E_NOT_FOUND',
    )
    expect((await app.call(posts.detail, { params: { id: "x' or 1=1" } })).status.code).toBe('E_INPUT')
  })

  test('the pinned notice is listed first, then the newest, in pages', async () => {
    const first = (await app.call(posts.list, { query: { pageSize: '3' } })).data
    const second = (await app.call(posts.list, { query: { pageSize: '3', pageNum: '2' } })).data
    expect([first?.total, first?.list.length, second?.total]).toEqual([8, 3, 8])
    expect(first?.list[0]?.pinnedYn).toBe('Y')
    const dates = [...(first?.list.slice(1) ?? []), ...(second?.list ?? [])].map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect((await app.call(posts.list, { query: { pageNum: '9' } })).data?.list).toEqual([])
  })

  test('a notice is hidden before its date in Korea', async () => {
    const id = 'notice-2026-07-typhoon'
    const total = async () => (await app.call(posts.list)).data?.total
    now = Date.parse('2026-07-07T14:59:59Z')
    expect([await total(), (await app.call(posts.detail, { params: { id } })).status.code]).toEqual([7, 'E_NOT_FOUND'])
    now = Date.parse('2026-07-07T15:00:00Z')
    expect([await total(), (await app.call(posts.detail, { params: { id } })).status.code]).toEqual([8, '200'])
    now = noon('2026-07-10')
  })

  test('each notice links to its neighbours', async () => {
    const ids: string[] = []
    for (let id: string | undefined = 'notice-2026-07-typhoon'; id !== undefined;) {
      const { data }: { data: Awaited<ReturnType<typeof app.call<typeof posts.detail>>>['data'] } = await app.call(
        posts.detail,
        { params: { id } },
      )
      expect(data?.newer?.id).toBe(ids.at(-1))
      ids.push(id)
      id = data?.older?.id
    }
    expect(ids).toHaveLength(8)
  })

  test.each(LOCALES)('the questions in %s have the figures of the rules filled in', async (locale) => {
    const { data } = await app.call(posts.faqList, { locale })
    expect([data?.total, data?.list.length]).toEqual([25, 25])
    for (const { question, answer, category } of nonEmpty(data?.list)) {
      expect(question && answer && category).toBeTruthy()
      expect(question + answer).not.toContain('{')
    }
    const refund = (await app.call(posts.faqDetail, { params: { id: 'faq-18' }, locale })).data
    expect(refund?.answer).toContain(String(CANCEL_DAYS))
    for (const { code } of nonEmpty((await app.call(terms.list, { locale })).data?.list))
      expect(JSON.stringify((await app.call(terms.detail, { params: { code }, locale })).data?.sections)).not.toContain(
        '{r',
      )
  })

  test.each([
    ['en', 'Korean nationals may use one only when they travel together with a foreign visitor'],
    ['ko', '한국 국적자는 외국인과 함께 여행할 때만'],
    ['chs', '韩国公民仅在与外国游客同行时'],
    ['cht', '韓國公民僅在與外國旅客同行時'],
    ['jp', '韓国籍の方は、外国人旅行者と同行する場合に限り'],
  ] as const)('an answer in %s says that Korean nationals need a foreign companion', async (locale, expected) => {
    expect((await app.call(posts.faqDetail, { params: { id: 'faq-02' }, locale })).data?.answer).toContain(expected)
  })

  test('notices and questions are found by words of any language', async () => {
    const notices = async (searchKeyword: string) =>
      (await app.call(posts.list, { query: { searchKeyword }, locale: 'jp' })).data?.list.map(({ id }) => id)
    expect(await notices('nothing like this')).toEqual([])
    expect((await notices('strong wind'))?.[0]).toBe('notice-2026-07-typhoon')
    const faqs = (await app.call(posts.faqList, { query: { searchKeyword: '쿠폰' } })).data?.list.map(({ id }) => id)
    expect(faqs?.[0]).toBe('faq-11')
  })
})
