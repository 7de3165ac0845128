import { describe, expect, test } from 'vitest'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { openPlaces, newScenesFirst } from './openPlaces.ts'

/** Sunday 22 November 2026, 12:00 in Korea. */
const NOON = Date.UTC(2026, 10, 22, 3)
const MIDNIGHT = NOON + 12 * HOUR_MS
const always = (span: [string, string] | null) => {
  const day = span ? [span] : []
  return { always: false, mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }
}
const place = (gdsUid: string, span: [string, string] | null, passGroup: 'A' | 'B' | null = 'A') =>
  ({
    gdsUid,
    passGroup,
    lastEntry: null,
    dayOff: { code: 'none', text: '' },
    hours: always(span),
  }) as unknown as AttractionDetail
const LIST = [
  place('tower', ['10:00', '20:00']),
  place('park', ['09:00', '18:00'], 'B'),
  place('market', ['09:00', '18:00'], null),
  place('bar', ['18:00', '22:00']),
]
const noPass = () => null
const ids = ({ places }: { places: { gdsUid: string }[] }) => places.map(({ gdsUid }) => gdsUid)

describe('the places on home', () => {
  test('are those that a pass opens now', () => {
    const chosen = openPlaces(LIST, noPass, NOON)
    expect(chosen.open).toBe(true)
    expect(ids(chosen)).toEqual(['tower', 'park'])
  })

  test('are in the order in which they open while all are closed', () => {
    const chosen = openPlaces(LIST, noPass, MIDNIGHT)
    expect(chosen.open).toBe(false)
    expect(ids(chosen)).toEqual(['park', 'tower', 'bar'])
  })

  test('are open until the minute of their last entry has passed', () => {
    const hill = { ...place('hill', ['06:00', '23:00']), lastEntry: '22:00' }
    const lastEntry = NOON + 10 * HOUR_MS
    expect(openPlaces([hill], noPass, lastEntry + MINUTE_MS / 2)).toEqual({ open: true, places: [hill] })
    expect(openPlaces([hill], noPass, lastEntry + MINUTE_MS)).toEqual({ open: false, places: [hill] })
  })

  test('leave out places that the member has visited, open or closed', () => {
    const visited = ({ gdsUid }: AttractionDetail) =>
      gdsUid === 'tower'
        ? { kind: 'visited' as const, at: NOON }
        : { kind: 'spent' as const, group: 'B' as const, total: 2 }
    expect(ids(openPlaces(LIST, visited, NOON))).toEqual(['park'])
    expect(ids(openPlaces(LIST, visited, MIDNIGHT))).toEqual(['park', 'bar'])
  })

  test('leave out places that joined the groups after the member’s passes were started', () => {
    const offerOf = ({ gdsUid }: AttractionDetail) =>
      gdsUid === 'tower' ? { kind: 'notIncluded' as const, passType: 'Big3' as const } : null
    expect(ids(openPlaces(LIST, offerOf, NOON))).toEqual(['park'])
  })
})

test('places whose scene is in view already come last, in their order', () => {
  const places = [
    { id: 'spa', scene: 'hotspring' },
    { id: 'baths', scene: 'hotspring' },
    { id: 'tower', scene: 'tower' },
    { id: 'cable', scene: 'cablecar' },
  ] as const
  expect(newScenesFirst(places, ['tower']).map(({ id }) => id)).toEqual(['spa', 'cable', 'baths', 'tower'])
})
