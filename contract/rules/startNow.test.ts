import { expect, test } from 'vitest'
import { DAYS, type Day } from '../codes.ts'
import { DAY_MS } from '../time.ts'
import { compareStarts } from './startNow.ts'

/** Worked by hand: all attractions are at one point, so each way takes ten minutes. 27 November 2026 is a Friday. */

const at = (clock: string, day = 27) => Date.parse(`2026-11-${day}T${clock}:00+09:00`)
const week = (spans: [string, string][], closed: readonly Day[] = []) => ({
  always: false,
  ...(Object.fromEntries(DAYS.map((day) => [day, closed.includes(day) ? [] : spans])) as Record<
    Day,
    [string, string][]
  >),
})
const museum = {
  gdsUid: 'museum',
  passGroup: 'A' as 'A' | 'B' | null,
  hours: week([['10:00', '18:00']]),
  dayOff: { code: 'none', text: '' },
  lastEntry: null as string | null,
  visitMinutes: 50,
  lat: 35.1,
  lon: 129,
}
type Place = typeof museum
const several = (count: number, place: Partial<Place> = {}): Place[] =>
  Array.from({ length: count }, (_, index) => ({ ...museum, ...place, gdsUid: `${index}` }))
const H24 = { passType: '24H' as const, windowHours: 24, validUntil: at('00:00', 30) + 365 * DAY_MS }
const H48 = { ...H24, passType: '48H' as const, windowHours: 48 }
const daysOf = (plan: { days: { visitCount: number }[] } | null) => plan?.days.map(({ visitCount }) => visitCount)

test('a 24H pass at 17:00: one visit before closing and seven before 17:00; a whole day of eight and none after it', () => {
  // 17:00 ends at 17:50. Tomorrow 10:00, 11:00, … 16:00; at 17:00 the pass has ended.
  const { now, wait } = compareStarts(H24, several(20), at('17:00'))
  expect(now).toEqual({
    start: at('17:00'),
    end: at('17:00', 28),
    placeCount: 20,
    visitCount: 8,
    days: [
      { date: '2026-11-27', visitCount: 1 },
      { date: '2026-11-28', visitCount: 7 },
    ],
  })
  // 10:00 … 17:00, and the pass ends at 10:00 on the next day, when the doors open: exclusive.
  expect(wait).toMatchObject({ start: at('09:00', 28), end: at('10:00', 29), visitCount: 8 })
  expect(daysOf(wait)).toEqual([8])
})

test('at 17:00 with late attractions, a visitor who stays for the evening may start, and one who does not should wait', () => {
  // Until 22:00: 17:00 … 21:00 today, 10:00 … 16:00 tomorrow: twelve. Waiting: 10:00 … 21:00: twelve.
  const places = several(20, { hours: week([['10:00', '22:00']]) })
  const { now, wait, advice } = compareStarts(H24, places, at('17:00'))
  expect(daysOf(now)).toEqual([5, 7])
  expect(daysOf(wait)).toEqual([12])
  expect(advice).toBe('now_for_today')
})

test('with one visit left today, nothing depends on the evening and no advice is given', () => {
  expect(compareStarts(H24, several(20), at('17:00')).advice).toBeNull()
})

test('a visit that could not end by closing is not begun', () => {
  const { now } = compareStarts(H24, several(2), at('16:30'))
  // 16:30 to 17:20; the second would begin at 17:30 and end at 18:20: it is made tomorrow.
  expect(daysOf(now)).toEqual([1, 1])
})

test('a last entry holds to its minute, whatever the closing time', () => {
  const evening = several(2, { lastEntry: '17:30' })
  expect(daysOf(compareStarts(H24, evening, at('16:30')).now)).toEqual([2])
  expect(daysOf(compareStarts(H24, evening, at('16:31')).now)).toEqual([1, 1])
  expect(daysOf(compareStarts(H24, evening, at('17:30')).now)).toEqual([1, 1])
  expect(compareStarts(H24, evening, at('17:31')).now).toBeNull()
})

test('at midnight with all closed the pass cannot be started, and waiting is until the same morning', () => {
  const { now, wait, advice } = compareStarts(H24, several(3), at('00:00'))
  expect(now).toBeNull()
  expect(wait).toMatchObject({ start: at('09:00'), end: at('10:00', 28), visitCount: 3 })
  expect(advice).toBeNull()
})

test('at 23:30 at a place that never closes, the next visit is at 08:00, not in the night', () => {
  const places = several(3, { hours: { ...week([]), always: true } })
  const { now } = compareStarts(H24, places, at('23:30'))
  expect(now).toMatchObject({ end: at('23:30', 28), visitCount: 3 })
  expect(daysOf(now)).toEqual([1, 2])
})

test('a bar that opens from 20:00 to 02:00 is entered until 22:00', () => {
  const places = several(4, { hours: week([['20:00', '02:00']]) })
  // 21:00 and 22:00 today, 20:00 tomorrow; 21:00 tomorrow is the end of the pass.
  expect(daysOf(compareStarts(H24, places, at('21:00')).now)).toEqual([2, 1])
  // After midnight it is still open from the evening before: one can start, and go on at 20:00.
  expect(daysOf(compareStarts(H24, places, at('01:00', 28)).now)).toEqual([4])
})

test('a weekly closing day of tomorrow is in favour of starting now', () => {
  const places = several(8, { hours: week([['10:00', '18:00']], ['sat', 'sun']) })
  const { now, wait, advice } = compareStarts(H24, places, at('10:00'))
  expect(daysOf(now)).toEqual([8])
  expect(wait).toBeNull()
  expect(advice).toBeNull()
  const withOne = [...places, { ...museum, gdsUid: 'daily' }]
  expect(compareStarts(H24, withOne, at('10:00')).wait).toMatchObject({ placeCount: 1, visitCount: 1 })
  expect(compareStarts(H24, withOne, at('10:00')).advice).toBe('now')
})

test('a weekly closing day of today is in favour of waiting', () => {
  // Friday: only the daily one is open. Started at 12:00 it leaves 10:00 and 11:00 of Saturday.
  const places = [...several(8, { hours: week([['10:00', '18:00']], ['fri']) }), { ...museum, gdsUid: 'daily' }]
  const { now, wait, advice } = compareStarts(H24, places, at('12:00'))
  expect(daysOf(now)).toEqual([1, 2])
  expect(daysOf(wait)).toEqual([8])
  expect(advice).toBe('wait')
})

test('the first and third Monday of a month are closed where the attraction says so', () => {
  const places = several(2, { dayOff: { code: 'firstThirdMon', text: '' } })
  // Monday the 16th is the third one, Monday the 23rd is not.
  expect(compareStarts(H24, places, at('09:30', 15)).wait).toBeNull()
  expect(compareStarts(H24, places, at('09:30', 22)).wait).toMatchObject({ visitCount: 2 })
})

test('a 48H pass at 17:00 has the evening, a day, and the day after until 17:00', () => {
  const { now, wait } = compareStarts(H48, several(40), at('17:00'))
  expect(now?.end).toBe(at('17:00', 29))
  expect(daysOf(now)).toEqual([1, 8, 7])
  expect(daysOf(wait)).toEqual([8, 8])
})

test('ways take ten minutes and four for each kilometre', () => {
  // 0.09 degrees north are 10.008 km: 50 minutes. 10:00 to 10:50, then 11:40.
  const far = [
    { ...museum, gdsUid: 'south', hours: week([['10:00', '10:50']]) },
    { ...museum, gdsUid: 'north', lat: 35.19, lastEntry: '11:41' },
  ]
  expect(compareStarts(H24, far, at('10:00')).now?.visitCount).toBe(2)
  const [south, north] = far
  if (!south || !north) throw new Error('two')
  expect(daysOf(compareStarts(H24, [south, { ...north, lastEntry: '11:40' }], at('10:00')).now)).toEqual([1])
})

test('a Big3 enters one attraction of group A and two of group B', () => {
  const big3 = { ...H24, passType: 'Big3' as const, windowHours: 120 }
  const places = [...several(5), { ...museum, gdsUid: 'b1', passGroup: 'B' as const }]
  expect(compareStarts(big3, places, at('10:00')).now?.visitCount).toBe(2)
  expect(compareStarts(big3, several(5, { passGroup: 'B' }), at('10:00')).now?.visitCount).toBe(2)
})

test('attractions without a group or without known hours do not count', () => {
  expect(compareStarts(H24, several(3, { passGroup: null }), at('10:00'))).toEqual({
    now: null,
    wait: null,
    advice: null,
  })
  expect(compareStarts(H24, several(3, { hours: week([]) }), at('10:00')).now).toBeNull()
  expect(compareStarts(H24, [], at('10:00'))).toEqual({ now: null, wait: null, advice: null })
})

test('a pass that cannot be started any more tomorrow has no plan for waiting', () => {
  const { now, wait, advice } = compareStarts({ ...H24, validUntil: at('00:00', 28) }, several(3), at('12:00'))
  expect(now?.visitCount).toBe(3)
  expect(wait).toBeNull()
  expect(advice).toBeNull()
})

test('an attraction that opens only after the pass has ended is not counted', () => {
  const sunday = {
    ...museum,
    gdsUid: 'sunday',
    hours: week([['10:00', '18:00']], ['mon', 'tue', 'wed', 'thu', 'fri', 'sat']),
  }
  expect(compareStarts(H24, [museum, sunday], at('12:00')).now).toMatchObject({ placeCount: 1, visitCount: 1 })
  expect(compareStarts(H48, [museum, sunday], at('12:00')).now).toMatchObject({ placeCount: 2, visitCount: 2 })
})

test('before 09:00 both starts are on one day and differ little', () => {
  const { now, wait, advice } = compareStarts(H24, several(20, { hours: week([['08:00', '22:00']]) }), at('08:30'))
  expect([now?.start, wait?.start]).toEqual([at('08:30'), at('09:00')])
  expect(advice).toBeNull()
})

test('a day of two spans has a break at noon', () => {
  const places = several(4, {
    hours: week([
      ['10:00', '12:00'],
      ['16:00', '18:00'],
    ]),
  })
  expect(daysOf(compareStarts(H24, places, at('10:00')).now)).toEqual([4])
  expect(compareStarts(H24, places, at('13:00')).now).toBeNull()
})

test('a difference of one visit is not clear, however few they are', () => {
  // Started at 12:00 the pass ends before the second one opens; it is closed today.
  const afternoon = { ...museum, gdsUid: 'afternoon', hours: week([['13:00', '18:00']], ['fri']) }
  const { now, wait, advice } = compareStarts(H24, [museum, afternoon], at('12:00'))
  expect([now?.visitCount, wait?.visitCount, advice]).toEqual([1, 2, null])
})

test('a bath that opens in the evening can be entered in the morning after, until it closes', () => {
  const places = several(1, { hours: week([['20:00', '10:00']]) })
  expect(compareStarts(H24, places, at('08:30')).wait).toMatchObject({ end: at('09:00', 28) })
})
