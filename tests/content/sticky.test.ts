import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as sticky from '#contract/calls/stickyArea.ts'
import { TRAVEL_CATEGORIES } from '#contract/codes.ts'
import { LANGUAGE_CODE, LOCALES, TRAVEL_CODE } from '#contract/locales.ts'
import { openSpan } from '#contract/rules/openHours.ts'
import { readConfig } from '#server/config.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nonEmpty } from '../harness/nonEmpty.ts'
import type { App } from '../harness/factories.ts'

const SUMMER = Date.parse('2026-07-10T03:00:00Z')
const FILE = 'promo-drone-night'

describe.each(drawnEngines())('promotions and travel help on %s', (engine) => {
  let app: App
  let now = SUMMER
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  const promotions = async (query: Record<string, string> = {}) =>
    (await app.call(sticky.promotionList, { query })).data?.list.map(({ id, state }) => `${id} ${state}`)

  test('unknown parameters and ids are refused, and unknown values find nothing', async () => {
    const { http, status } = await app.call(sticky.promotionList, { query: { filter: 'ended' } })
    expect([http, status.fields?.[0]?.field]).toEqual([422, 'query.filter'])
    for (const call of [sticky.promotionDetail, sticky.promotionAttachment, sticky.travelInfoDetail])
      expect((await app.call(call, { params: { id: 'nobody' } })).status.code).toBe('E_NOT_FOUND')
    expect(await promotions({ searchFilter: 'tomorrow' })).toEqual([])
    expect((await app.call(sticky.travelInfoList, { query: { touristTycd: 'none' } })).data?.total).toBe(0)
  })

  test('promotions are in progress or ended by the date in Korea', async () => {
    expect(await promotions()).toEqual([
      'promo-drone-night in_progress',
      'promo-family-lotte in_progress',
      'promo-welcome-coupon in_progress',
      'promo-spring-48h ended',
      'promo-winter-sky ended',
      'promo-film-week ended',
    ])
    expect(await promotions({ searchFilter: 'ended' })).toHaveLength(3)
    expect(await promotions({ searchFilter: 'in_progress' })).toHaveLength(3)
  })

  test('a promotion changes its state at midnight in Korea, also in cached answers', async () => {
    const state = async () => (await app.call(sticky.promotionDetail, { params: { id: FILE } })).data
    now = Date.parse('2026-08-31T14:59:59Z')
    expect([(await state())?.state, (await state())?.daysLeft]).toEqual(['in_progress', 1])
    now = Date.parse('2026-08-31T15:00:00Z')
    expect([(await state())?.state, (await state())?.daysLeft]).toEqual(['ended', null])
    now = Date.parse('2026-05-31T14:59:59Z')
    expect(await state()).toBeNull()
    expect((await app.call(sticky.promotionAttachment, { params: { id: FILE } })).status.code).toBe('E_NOT_FOUND')
    now = Date.parse('2026-05-31T15:00:00Z')
    expect((await state())?.state).toBe('in_progress')
    now = SUMMER
  })

  test.each(LOCALES)('a promotion has its place and a calendar file in %s', async (locale) => {
    const { data } = await app.call(sticky.promotionDetail, { params: { id: FILE }, locale })
    expect(data?.place?.gdsUid).toBe('gwangalli-drone-show')
    const file = data?.attachment
    expect(file?.url).toBe(`/api/v1/stickyArea/promotion/${FILE}/attachment?language=${LANGUAGE_CODE[locale]}`)
    const answer = await app.app.inject(file?.url ?? '')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${FILE}.ics"`,
      'x-content-type-options': 'nosniff',
      'content-length': String(file?.size),
    })
    expect(answer.rawPayload.length).toBe(file?.size)
    const lines = answer.body.split('\r\n')
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const whole = answer.body.replaceAll('\r\n ', '')
    expect(whole).toContain('DTSTART;VALUE=DATE:20260601\r\nDTEND;VALUE=DATE:20260901\r\n')
    expect(whole).toContain(`SUMMARY:${data?.title}\r\n`)
    expect(whole.includes('\uFFFD')).toBe(false)
    const unchanged = await app.app.inject({
      url: file?.url ?? '',
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    const otherPromotion = await app.call(sticky.promotionDetail, { params: { id: 'promo-winter-sky' } })
    expect(otherPromotion.data?.attachment).toBeNull()
    expect((await app.call(sticky.promotionAttachment, { params: { id: 'promo-winter-sky' } })).status.code).toBe(
      'E_NOT_FOUND',
    )
  })

  test('travel information is listed by category, with places nearby by distance', async () => {
    const all = (await app.call(sticky.travelInfoList)).data
    expect([all?.total, all?.list.length]).toEqual([33, 33])
    let sum = 0
    for (const touristTycd of TRAVEL_CATEGORIES) {
      const some = (await app.call(sticky.travelInfoList, { query: { touristTycd } })).data
      for (const entry of nonEmpty(some?.list)) expect(entry.touristTycd).toBe(touristTycd)
      sum += some?.total ?? 0
    }
    expect(sum).toBe(33)
    const one = (await app.call(sticky.travelInfoDetail, { params: { id: 'ti-gupo-noodle' } })).data
    expect(one?.district).toBe('Buk-gu')
    const metres = one?.nearby.map((near) => near.metres) ?? []
    expect([metres.length, ...metres]).toEqual([4, ...metres.toSorted((a, b) => a - b)])
  })

  test.each(LOCALES)('the language code and the travel code of %s are both accepted', async (locale) => {
    const title = async (language: string) =>
      (await app.call(sticky.travelInfoDetail, { params: { id: 'ti-biff' }, query: { language } })).data?.title
    expect(await title(TRAVEL_CODE[locale])).toBe(await title(LANGUAGE_CODE[locale]))
    if (locale !== 'en') expect(await title(TRAVEL_CODE[locale])).not.toBe(await title('nonsense'))
  })

  test.each(LOCALES)('directions and metro lines are complete in %s', async (locale) => {
    const { data } = await app.call(sticky.directions, { locale })
    expect([data?.arriving.length, data?.around.length, data?.lines.length]).toEqual([6, 5, 6])
    for (const { title, body } of [...nonEmpty(data?.arriving), ...nonEmpty(data?.around)])
      expect(title && body).toBeTruthy()
    const stations = data?.lines.flatMap((line) => line.stations) ?? []
    const ids = new Set(stations.map(({ id }) => id))
    for (const { transfers, name } of stations) {
      expect(name).not.toBe('')
      for (const transferId of transfers) expect(ids).toContain(transferId)
    }
  })

  test('the chat is open on weekdays from 9 to 18 in Korea, except during the lunch hour', async () => {
    const { data } = await app.call(sticky.liveChat)
    expect(data?.channel).toEqual({ kind: 'inquiry', url: null })
    const isOpen = (at: string): boolean =>
      data !== null && openSpan({ hours: data.hours, dayOff: { code: 'none', text: '' } }, Date.parse(at)) !== null
    expect(
      ['2026-07-10T00:00:00Z', '2026-07-10T02:59:59Z', '2026-07-10T04:00:00Z', '2026-07-10T08:59:59Z'].map(isOpen),
    ).toEqual([true, true, true, true])
    expect(
      ['2026-07-09T23:59:59Z', '2026-07-10T03:00:00Z', '2026-07-10T09:00:00Z', '2026-07-11T02:00:00Z'].map(isOpen),
    ).toEqual([false, false, false, false])
  })
})

test('the chat links to LIVE_CHAT_URL, which must be https', async () => {
  expect(() => readConfig({ LIVE_CHAT_URL: 'javascript:alert(1)' })).toThrow(/LIVE_CHAT_URL/)
  const app = await openApp({ engine: 'embedded', env: { LIVE_CHAT_URL: 'https://chat.example/harbor' } })
  const { data } = await app.call(sticky.liveChat)
  expect(data?.channel).toEqual({ kind: 'link', url: 'https://chat.example/harbor' })
  await app.close()
})
