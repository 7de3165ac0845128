// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { BCP47, LOCALES, type Locale } from '#contract/locales.ts'
import { koreanDate, koreanMidnight, koreanWeekday } from '#contract/rules/koreanCalendar.ts'
import { nextSpan, openSpan } from '#contract/rules/openHours.ts'
import { validUntil } from '#contract/rules/passWindow.ts'
import { hourOf } from '#art/hour.ts'
import { HOUR_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { formatOf } from '#i18n/format.ts'
import { calendarFile } from '#routes/attractions/-parts/calendarFile.ts'
import { Week } from '#routes/attractions/-parts/week.tsx'
import { LANGUAGE_SAMPLES } from '../harness/languages.ts'
import { useTimeZone, MIDNIGHT, NEW_YEAR, zones } from './zones.ts'

/** Dates are Busan's and Gregorian, whatever time zone and calendar the machine uses. */

const HOME = {
  'Asia/Seoul': { en: '1 January 2027 at 00:30', name: 'South Korea Time' },
  'Pacific/Apia': { en: '1 January 2027 at 04:30', name: 'Samoa Time' },
  'America/Los_Angeles': { en: '31 December 2026 at 07:30', name: 'Los Angeles Time' },
  // Where the time zone is unknown, only Korean time is shown.
  'Etc/Unknown': { en: '1 January 2027 at 00:30', name: 'South Korea Time' },
}

/** Open on Fridays only, from 9 to 18. */
const place = {
  gdsUid: 'tower',
  name: 'Tower',
  address: 'Busan',
  visitMinutes: 60,
  dayOff: { code: 'none', text: '' },
  hours: { always: false, mon: [], tue: [], wed: [], thu: [], fri: [['09:00', '18:00']], sat: [], sun: [] },
} as never
const OPENS = Date.UTC(2027, 0, 1)

const speaking = (locale: Locale) => {
  const i18n = setupI18n()
  i18n.loadAndActivate({ locale, locales: [BCP47[locale]], messages: {} })
  return i18n
}

describe.each(zones)('in %s', (zone) => {
  useTimeZone(zone)

  test.each(LOCALES)("%s: dates, times and weekdays are Busan's, in Gregorian years and Latin digits", (locale) => {
    const i18n = speaking(locale)
    const { date, time, number, price, duration, zone: of } = formatOf(i18n)
    const week = renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <Week place={place} now={NEW_YEAR} />
      </I18nProvider>,
    )
    const [, weekday] = /<dt>([^<]*)<\/dt>/.exec(week) ?? []
    expect({
      day: date(NEW_YEAR, 'day'),
      short: date(NEW_YEAR, 'short'),
      long: date(NEW_YEAR, 'long'),
      weekday,
    }).toEqual(LANGUAGE_SAMPLES[locale].newYear)
    expect(of.korea.date(NEW_YEAR, 'long')).toBe(date(NEW_YEAR, 'long'))
    const won = locale === 'ko' ? '49,000원' : '₩49,000'
    expect([time(NEW_YEAR), number(12_345.6), price(49_000)]).toEqual(['00:30', '12,345.6', won])
    expect(duration(25 * HOUR_MS)).toMatch(/^1\D+1\D+$/)
  })

  test('the home time of the phone has its own date and zone name', () => {
    const { zone: of } = formatOf(speaking('en'))
    expect({ en: of.home.date(NEW_YEAR, 'long'), name: of.home.name(NEW_YEAR) }).toEqual(HOME[zone])
  })

  test('opening hours and the validity of a pass are in Korean time', () => {
    expect([koreanWeekday(NEW_YEAR), koreanDate(NEW_YEAR), hourOf(NEW_YEAR)]).toEqual(['fri', '2027-01-01', 'night'])
    expect(koreanMidnight(NEW_YEAR)).toBe(MIDNIGHT)
    expect([openSpan(place, NEW_YEAR), nextSpan(place, NEW_YEAR)?.from]).toEqual([null, OPENS])
    expect(openSpan(place, OPENS)).toEqual({ from: OPENS, until: OPENS + KST_OFFSET_MS })
    expect(new Date(validUntil(NEW_YEAR)).toISOString()).toMatch(/^20\d\d-12-31T15:30:00/)
    const note = calendarFile(place, NEW_YEAR, 'https://pass.example')
    expect(note).toContain('DTSTART:20270101T000000Z\r\nDTEND:20270101T010000Z')
  })
})
