import { describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { koreanDate, koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { slotsOf } from '#contract/rules/priceSn.ts'
import { voucherEnd } from '#server/modules/goods/slots.ts'
import { readableNumber } from '#server/modules/order/orderNumber.ts'
import { calendarFile } from '#server/modules/sticky/calendar.ts'
import { useTimeZone, MIDNIGHT, NEW_YEAR, zones } from './zones.ts'

/** Days that the server names are Busan's, whatever time zone and calendar its machine uses. */

describe.each(zones)('in %s', (zone) => {
  useTimeZone(zone)

  test('days of reservations, promotions and order numbers are Korean days', () => {
    expect([koreanDate(NEW_YEAR), koreanDayStart('2027-01-01')]).toEqual(['2027-01-01', MIDNIGHT])
    expect(slotsOf('20261231-20270102')).toEqual(['20261231', '20270101'])
    expect(new Date(voucherEnd(NEW_YEAR, 30)).toISOString()).toBe('2027-01-31T15:00:00.000Z')
    expect(readableNumber('HP', NEW_YEAR)).toMatch(/^HP-270101-/)
    const names = Object.fromEntries(LOCALES.map((locale) => [locale, 'Winter'])) as Record<Locale, string>
    const doc = { id: 'winter', title: names, body: names, startDate: '2026-12-01', endDate: '2026-12-31' }
    const file = calendarFile(doc as never, 'en', 'https://pass.example').bytes.toString()
    expect(file).toContain('DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20270101')
  })
})
