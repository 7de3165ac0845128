import { afterEach, beforeEach, expect, test } from 'vitest'

const HOUR = 3_600_000
/** Half past midnight on Friday, 1 January 2027 in Busan; the year before in Los Angeles. */
export const NEW_YEAR = Date.UTC(2026, 11, 31, 15, 30)
export const MIDNIGHT = NEW_YEAR - HOUR / 2

/**
 * Minutes that its wall clock is behind UTC at that instant. The last is of a machine that does not know where it is.
 * Seoul is not the first: what is made once for all of them would be right by chance.
 */
export const ZONES = { 'America/Los_Angeles': 480, 'Pacific/Apia': -780, 'Asia/Seoul': -540, 'Etc/Unknown': 0 }

/** The tests around are lived through in this zone. */
export const live = (zone: keyof typeof ZONES): void => {
  const before = process.env.TZ
  beforeEach(() => {
    process.env.TZ = zone
  })
  afterEach(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  test('this machine believes to be there, and counts years as it is said to', () => {
    expect(new Date(NEW_YEAR).getTimezoneOffset()).toBe(ZONES[zone])
    expect(new Intl.DateTimeFormat().resolvedOptions().calendar).toBe(process.env.CALENDAR ?? 'gregory')
  })
}
export const zones = Object.keys(ZONES) as (keyof typeof ZONES)[]
