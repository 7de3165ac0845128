import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as tour from '#contract/calls/recommendTour.ts'
import { COMPANIONS, TOUR_LENGTHS } from '#contract/codes.ts'
import { LOCALES } from '#contract/locales.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nonEmpty } from '../harness/nonEmpty.ts'
import type { App } from '../harness/factories.ts'

describe.each(drawnEngines())('courses on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  const list = async (query: Record<string, string> = {}) =>
    (await app.call(tour.list, { query: { pageSize: '50', ...query } })).data?.list ?? []
  const detail = async (id: string, locale: (typeof LOCALES)[number] = 'en') =>
    (await app.call(tour.detail, { params: { id }, locale })).data

  test('refuse unknown ids and parameters, and find nothing for unknown values', async () => {
    expect((await app.call(tour.detail, { params: { id: 'busan-tower' } })).status.code).toBe('E_NOT_FOUND')
    expect((await app.call(tour.stopDetail, { params: { gdsUid: 'nobody' } })).status.code).toBe('E_NOT_FOUND')
    expect((await app.call(tour.list, { query: { theme: 'solo' } })).status.code).toBe('E_INPUT')
    expect(await list({ themeCd: 'nobody' })).toEqual([])
    expect(await list({ etcInformation: 'dear' })).toEqual([])
  })

  test('are filtered by company, length, and passes that cover every stop', async () => {
    const all = await list()
    const counts: Record<string, number> = {}
    for (const themeCd of COMPANIONS) {
      const narrowed = nonEmpty(await list({ themeCd }))
      for (const { companion } of narrowed) expect(companion).toBe(themeCd)
      counts.companions = (counts.companions ?? 0) + narrowed.length
    }
    for (const tourDays of TOUR_LENGTHS) {
      const narrowed = nonEmpty(await list({ tourDays }))
      for (const { length } of narrowed) expect(length).toBe(tourDays)
      counts.lengths = (counts.lengths ?? 0) + narrowed.length
    }
    expect(counts).toEqual({ companions: all.length, lengths: all.length })
    const free = await list({ etcInformation: 'free' })
    expect(free.length).toBeGreaterThan(0)
    for (const { id } of await list()) {
      const one = await detail(id)
      expect([id, one?.freeStops === one?.allStops]).toEqual([id, free.some((course) => course.id === id)])
    }
  })

  test.each(LOCALES)('have days with stops and distances in %s', async (locale) => {
    const one = await detail('family-grand-tour', locale)
    expect(one?.days.map(({ day }) => day)).toEqual([1, 2, 3].slice(0, one?.days.length))
    for (const { gdsUids, stops, visitMinutes } of nonEmpty(one?.days)) {
      expect(stops.map(({ gdsUid }) => gdsUid)).toEqual(gdsUids)
      expect(stops[0]?.metres).toBeNull()
      for (const { name, metres } of stops.slice(1)) expect(name && metres).toBeTruthy()
      expect(visitMinutes).toBe(stops.reduce((sum, stop) => sum + stop.visitMinutes, 0))
    }
  })

  test('are listed for each of their stops', async () => {
    const stops = new Set((await list()).flatMap(({ days }) => days.flatMap(({ gdsUids }) => gdsUids)))
    expect(stops.size).toBeGreaterThan(20)
    for (const gdsUid of stops) {
      const { data } = await app.call(tour.stopDetail, { params: { gdsUid } })
      expect(data?.gdsUid).toBe(gdsUid)
      for (const { id, day } of nonEmpty(data?.courses)) {
        const course = await detail(id)
        expect(course?.days.find((one) => one.day === day)?.gdsUids).toContain(gdsUid)
      }
    }
  })

  test('are found by their names and by the names of their stops', async () => {
    expect((await list({ searchKeyword: '1日で楽しむ海雲台' }))[0]?.id).toBe('haeundae-highlights')
    const ids = (await list({ searchKeyword: '해운대해변열차' })).map(({ id }) => id)
    expect(ids).toContain('haeundae-highlights')
    expect(await list({ searchKeyword: 'antarctica' })).toEqual([])
  })
})
