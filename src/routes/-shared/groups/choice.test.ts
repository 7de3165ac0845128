import { expect, test } from 'vitest'
import { togglePlace } from './choice.ts'

const place = (gdsUid: string, passGroup: 'A' | 'B' | null) => ({ gdsUid, passGroup })
const [DECK, PARK, SEA, MUSEUM, TOWER] = [
  place('deck', 'A'),
  place('park', 'A'),
  place('sea', 'B'),
  place('museum', 'B'),
  place('tower', 'B'),
] as const
const ids = (places: readonly { gdsUid: string }[]) => places.map(({ gdsUid }) => gdsUid)

test('a place is added and, pressed a second time, removed', () => {
  const chosen = togglePlace({ passType: 'Big3' }, [DECK], SEA)
  expect(ids(chosen)).toEqual(['deck', 'sea'])
  expect(ids(togglePlace({ passType: 'Big3' }, chosen, DECK))).toEqual(['sea'])
})

test('beyond the allowance of its group a place replaces the first of that group, and none of the other', () => {
  const full = [SEA, DECK, MUSEUM]
  expect(ids(togglePlace({ passType: 'Big3' }, full, TOWER))).toEqual(['deck', 'museum', 'tower'])
  expect(ids(togglePlace({ passType: 'Big3' }, full, PARK))).toEqual(['sea', 'museum', 'park'])
  expect(ids(togglePlace({ passType: 'Big5' }, full, PARK))).toEqual(['sea', 'deck', 'museum', 'park'])
})

test('a pass without allowance takes every place, and no pass takes a place of no group', () => {
  expect(togglePlace({ passType: '24H' }, [DECK, SEA, MUSEUM, TOWER], PARK)).toHaveLength(5)
  expect(ids(togglePlace({ passType: '24H' }, [DECK], place('village', null)))).toEqual(['deck'])
})
