import { expect, test } from 'vitest'
import { SYNC_PARTS, type SyncPart } from '../calls/sync.ts'
import { cursorOf, marksOf, movedCursor, withMarkOf } from './cursor.ts'

const MARKS = Object.fromEntries(SYNC_PARTS.map((syncPart) => [syncPart, `${syncPart}0`])) as Record<SyncPart, string>
const CHANGE = { part: 'favourites', before: 'favourites0', after: 'favourites1' } as const

test('a cursor moves over a write in the mark of its part alone (M26)', () => {
  expect(movedCursor(cursorOf(MARKS), CHANGE)).toBe(cursorOf({ ...MARKS, favourites: 'favourites1' }))
})

test('a cursor that is not at the state before a write does not move (M26)', () => {
  expect(movedCursor(cursorOf({ ...MARKS, favourites: 'other' }), CHANGE)).toBeNull()
  for (const strange of ['', 'mine', `2${cursorOf(MARKS).slice(1)}`, `${cursorOf(MARKS)}.more`])
    expect(movedCursor(strange, CHANGE)).toBeNull()
})

test('the marks of a cursor are those that it was made of', () => {
  expect(marksOf(cursorOf(MARKS))).toEqual(MARKS)
})

test('a cursor takes the mark of one part from a newer one, and keeps the others (M27)', () => {
  const newer = cursorOf({ ...MARKS, passes: 'passes1', gifts: 'gifts1' })
  expect(withMarkOf(cursorOf(MARKS), newer, 'passes')).toBe(cursorOf({ ...MARKS, passes: 'passes1' }))
  expect(withMarkOf('0.x', newer, 'passes')).toBeNull()
  expect(withMarkOf(cursorOf(MARKS), '', 'passes')).toBeNull()
})
