import { describe, expect, test } from 'vitest'
import { nextMorning, nextSpan, openSpan, spansOf } from './openHours.ts'

type Spans = [string, string][]
const place = (code: string, hours: Partial<Record<'mon' | 'tue' | 'sat' | 'sun', Spans>>, always = false) => ({
  dayOff: { code, text: '' },
  hours: { always, mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [], ...hours } as never,
})
/** In November 2026 the 2nd is the first Monday, the 9th the second, and the 16th the third. */
const korea = (text: string): number => Date.parse(`${text}+09:00`)

test('the next morning is the next 09:00 in Korea', () => {
  expect(nextMorning(korea('2026-11-27T17:00:00'))).toBe(korea('2026-11-28T09:00:00'))
  expect(nextMorning(korea('2026-11-27T00:30:00'))).toBe(korea('2026-11-27T09:00:00'))
  expect(nextMorning(korea('2026-11-27T09:00:00'))).toBe(korea('2026-11-28T09:00:00'))
  expect(nextMorning(korea('2026-11-27T09:00:00') - 1)).toBe(korea('2026-11-27T09:00:00'))
})

describe('open at an instant', () => {
  const monday = place('none', { mon: [['09:00', '18:00']] })
  test('a place is closed before it opens, on another day and at the closing minute, and open between', () => {
    expect(openSpan(monday, korea('2026-11-23T08:59:59'))).toBeNull()
    expect(openSpan(monday, korea('2026-11-24T10:00:00'))).toBeNull()
    expect(openSpan(monday, korea('2026-11-23T18:00:00'))).toBeNull()
    expect(openSpan(monday, korea('2026-11-23T09:00:00'))).toEqual({
      from: korea('2026-11-23T09:00:00'),
      until: korea('2026-11-23T18:00:00'),
    })
  })
  test('a place is closed during a break at noon', () => {
    const spa = place('none', {
      mon: [
        ['09:00', '12:00'],
        ['13:00', '18:00'],
      ],
    })
    expect(openSpan(spa, korea('2026-11-23T12:30:00'))).toBeNull()
    expect(openSpan(spa, korea('2026-11-23T13:00:00'))?.until).toBe(korea('2026-11-23T18:00:00'))
  })
  test('24:00 is the midnight at the end of the day', () => {
    const bar = place('none', { sat: [['18:00', '24:00']] })
    expect(openSpan(bar, korea('2026-11-21T23:59:00'))?.until).toBe(korea('2026-11-22T00:00:00'))
    expect(openSpan(bar, korea('2026-11-22T00:00:00'))).toBeNull()
  })
  test('hours past midnight continue on the next day', () => {
    const market = place('none', { sat: [['19:00', '02:00']] })
    expect(openSpan(market, korea('2026-11-22T02:00:00'))).toBeNull()
    expect(openSpan(market, korea('2026-11-21T01:00:00'))).toBeNull()
    expect(openSpan(market, korea('2026-11-22T01:59:00'))?.from).toBe(korea('2026-11-21T19:00:00'))
  })
  test('a place that is always open is closed on its monthly day off only', () => {
    expect(openSpan(place('none', {}, true), korea('2026-11-25T03:00:00'))).not.toBeNull()
    expect(openSpan(place('firstThirdMon', {}, true), korea('2026-11-16T03:00:00'))).toBeNull()
  })
  test('the first and third Monday are days off, the second is not', () => {
    const bridge = place('firstThirdMon', { mon: [['09:00', '18:00']] })
    expect(openSpan(bridge, korea('2026-11-02T10:00:00'))).toBeNull()
    expect(openSpan(bridge, korea('2026-11-16T10:00:00'))).toBeNull()
    expect(openSpan(bridge, korea('2026-11-09T10:00:00'))).not.toBeNull()
    expect(openSpan(place('firstThirdTue', { tue: [['05:00', '22:00']] }), korea('2026-11-17T10:00:00'))).toBeNull()
  })
})

describe('spans', () => {
  const monday = place('none', { mon: [['09:00', '18:00']] })
  test('a closed day has no span, and nextSpan is the next one to begin', () => {
    expect(spansOf(monday, korea('2026-11-24T10:00:00'))).toEqual([])
    expect(nextSpan(place('none', {}), korea('2026-11-24T10:00:00'))).toBeNull()
    expect(nextSpan(monday, korea('2026-11-24T10:00:00'))?.from).toBe(korea('2026-11-30T09:00:00'))
    expect(nextSpan(monday, korea('2026-11-23T08:00:00'))?.from).toBe(korea('2026-11-23T09:00:00'))
  })
})
