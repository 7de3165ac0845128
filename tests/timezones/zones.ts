import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'

/** 00:30 on Friday, 1 January 2027 in Busan; still 2026 in Los Angeles. */
export const NEW_YEAR = Date.UTC(2026, 11, 31, 15, 30)
export const MIDNIGHT = NEW_YEAR - HOUR_MS / 2

/**
 * Minutes by which each zone's wall clock is behind UTC at that instant. The last stands for a machine without a zone.
 * Seoul is not the first: a formatter that is cached for all zones would be right by chance.
 */
export const ZONES = { 'America/Los_Angeles': 480, 'Pacific/Apia': -780, 'Asia/Seoul': -540, 'Etc/Unknown': 0 }

/** Runs the tests of the enclosing `describe` in this time zone. */
export const useTimeZone = (zone: keyof typeof ZONES): void => {
  const before = process.env.TZ
  beforeEach(() => {
    process.env.TZ = zone
  })
  afterEach(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  test('the process uses this time zone and its calendar', () => {
    expect(new Date(NEW_YEAR).getTimezoneOffset()).toBe(ZONES[zone])
    expect(new Intl.DateTimeFormat().resolvedOptions().calendar).toBe(process.env.CALENDAR ?? 'gregory')
  })
}
export const zones = Object.keys(ZONES) as (keyof typeof ZONES)[]
