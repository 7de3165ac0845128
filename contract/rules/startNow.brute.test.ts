import { expect, test } from 'vitest'
import { compareStarts } from './startNow.ts'

/** The route rule against all orders of visits, written from the description of the rule and not from its code. */

const MIN = 60_000
const HOUR = 60 * MIN
const DAY = 24 * HOUR
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** Monday, 30 November 2026, 00:00 in Korea. */
const MONDAY = Date.UTC(2026, 10, 29, 15)

/** Returns numbers in [0, 1) that are the same in each run (xorshift). */
const randomFrom = (seed: number) => {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

interface RandomPlace {
  id: number
  /** Minutes after midnight; `close` is at most 1430. */
  open: number
  close: number
  daysOff: readonly number[]
  last: number | null
  visit: number
  lat: number
  lon: number
}

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const toPlace = ({ id, open, close, daysOff, last, visit, lat, lon }: RandomPlace) => ({
  gdsUid: `place-${id}`,
  passGroup: 'A' as const,
  hours: {
    always: false,
    ...(Object.fromEntries(
      WEEK.map((day, index) => [day, daysOff.includes(index) ? [] : [[clockOf(open), clockOf(close)]]]),
    ) as Record<(typeof WEEK)[number], [string, string][]>),
  },
  dayOff: { code: 'none', text: '' },
  lastEntry: last === null ? null : clockOf(last),
  visitMinutes: visit,
  lat,
  lon,
})

const wayOf = (a: RandomPlace, b: RandomPlace): number => {
  const rad = (degrees: number) => (degrees / 180) * Math.PI
  const half = (x: number) => Math.sin(rad(x) / 2) ** 2
  const chord = half(b.lat - a.lat) + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * half(b.lon - a.lon)
  return 10 * MIN + Math.round(2 * 6_371_000 * Math.asin(Math.sqrt(chord))) * 240
}

/** The first instant from `at` on at which a visit may begin; null within nine days: never. */
const entryAt = (place: RandomPlace, at: number): number | null => {
  for (let day = Math.floor((at - MONDAY) / DAY); day < Math.floor((at - MONDAY) / DAY) + 9; day += 1) {
    if (place.daysOff.includes(((day % 7) + 7) % 7)) continue
    const midnight = MONDAY + day * DAY
    const from = Math.max(at, midnight + Math.max(place.open, 480) * MIN)
    const latest = place.last ?? Math.max(place.open, place.close - place.visit)
    if (from <= midnight + Math.min(latest, 1320) * MIN) return from
  }
  return null
}

/** Is the place open at this minute, its last entry included? */
const isOpenAt = (place: RandomPlace, at: number): boolean => {
  const day = Math.floor((at - MONDAY) / DAY)
  const minute = (at - MONDAY - day * DAY) / MIN
  if (place.daysOff.includes(((day % 7) + 7) % 7)) return false
  return minute >= place.open && (place.last === null ? minute < place.close : minute < place.last + 1)
}

/** The largest number of visits over all orders. */
const longest = (places: readonly RandomPlace[], at: number, from: RandomPlace, end: number): number =>
  Math.max(
    1,
    ...places
      .filter((place) => place !== from)
      .map((place) => {
        const entry = entryAt(place, at + from.visit * MIN + wayOf(from, place))
        return entry === null || entry >= end
          ? 1
          : 1 +
              longest(
                places.filter((each) => each !== from),
                entry,
                place,
                end,
              )
      }),
  )

const optimum = (places: readonly RandomPlace[], start: number, isNow: boolean, windowHours: number): number =>
  Math.max(
    0,
    ...places.map((place) => {
      const entry = isNow ? (isOpenAt(place, start) ? start : null) : entryAt(place, start)
      return entry === null || entry >= start + DAY ? 0 : longest(places, entry, place, entry + windowHours * HOUR)
    }),
  )

const randomCase = (seed: number) => {
  const random = randomFrom(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const count = whole(1, 6)
  const places = Array.from({ length: count }, (_, id): RandomPlace => {
    const open = whole(12, 40) * 30 - 30
    const close = Math.min(1430, open + whole(2, 20) * 30)
    const visit = whole(2, 18) * 10
    return {
      id,
      open,
      close,
      daysOff: WEEK.map((_day, index) => index).filter(() => random() < 0.2),
      last: random() < 0.5 ? null : whole(open, close - 1),
      visit,
      lat: 35.05 + random() * 0.2,
      lon: 128.95 + random() * 0.3,
    }
  })
  return { places, now: MONDAY + whole(0, 7 * 24 * 60) * MIN, windowHours: random() < 0.5 ? 24 : 48 }
}

test('the route is never longer than the best of all orders, misses at most one visit, and is the best in 98 of 100', () => {
  let compared = 0
  let best = 0
  for (let seed = 1; seed <= 1500; seed += 1) {
    const { places, now, windowHours } = randomCase(seed)
    const passType = windowHours === 24 ? ('24H' as const) : ('48H' as const)
    const answer = compareStarts({ passType, windowHours, validUntil: now + 365 * DAY }, places.map(toPlace), now)
    const today = Math.floor((now - MONDAY) / DAY) * DAY + MONDAY + 9 * HOUR
    const morning = today > now ? today : today + DAY
    const pairs = [
      [answer.now?.visitCount ?? 0, optimum(places, now, true, windowHours)],
      [answer.wait?.visitCount ?? 0, optimum(places, morning, false, windowHours)],
    ] as const
    for (const [visits, most] of pairs) {
      expect(visits, `seed ${seed}`).toBeLessThanOrEqual(most)
      expect(visits, `seed ${seed}`).toBeGreaterThanOrEqual(most - 1)
      if (most < 2) continue
      compared += 1
      if (visits === most) best += 1
    }
  }
  expect(compared).toBeGreaterThan(1600)
  expect(best / compared).toBeGreaterThan(0.98)
})
