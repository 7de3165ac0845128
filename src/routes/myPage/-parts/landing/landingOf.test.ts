import { expect, test } from 'vitest'
import { SECOND_MS } from '#contract/time.ts'
import { entryKey, landingOf, type Entry } from './landingOf.ts'

const OPENED = Date.UTC(2026, 10, 24, 3)
const entry = (gdsUid: string, seconds: number): Entry => ({
  gdsUid,
  name: gdsUid,
  scene: 'tower',
  group: null,
  at: OPENED + seconds * SECOND_MS,
})
const [MORNING, TOWER, AQUARIUM] = [entry('temple', -3_600), entry('tower', 20), entry('aquarium', 40)]

test('the same entries, in another language too, announce nothing (L20)', () => {
  expect(landingOf([TOWER, MORNING], [{ ...TOWER, name: '타워' }, MORNING], OPENED)).toBeNull()
})

test('an entry from before the screen opened announces nothing, and one at which the screen was opened lands (L20)', () => {
  expect(landingOf([], [MORNING], OPENED)).toBeNull()
  expect(landingOf([], [entry('tower', -11)], OPENED)).toBeNull()
  expect(landingOf([], [entry('tower', -10)], OPENED)).toMatchObject({ kind: 'entered' })
})

test('of several new entries all land, and the newest is announced, in whatever order they come (L20, L21)', () => {
  const landing = landingOf([MORNING], [TOWER, AQUARIUM, MORNING], OPENED)
  expect(landing).toEqual({
    kind: 'entered',
    entry: AQUARIUM,
    keys: new Set([entryKey(TOWER), entryKey(AQUARIUM)]),
  })
})

test('an entry that is gone was undone, also one from before the screen opened (L22)', () => {
  expect(landingOf([TOWER, MORNING], [MORNING], OPENED)).toEqual({ kind: 'undone', entry: TOWER, keys: new Set() })
  expect(landingOf([MORNING], [], OPENED)).toMatchObject({ kind: 'undone', entry: MORNING })
})

test('an entry that was undone and entered again at the same place is announced as an entry (L21, L22)', () => {
  const second = entry('tower', 50)
  expect(landingOf([TOWER], [second], OPENED)).toMatchObject({ kind: 'entered', entry: second })
})
