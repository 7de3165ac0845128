import { expect, test } from 'vitest'
import { decideReading, GONE_MS, HELD_GONE_MS, NEXT_CODE_MS, READ_MS, type ReadingContext } from './cameraReading.ts'
import { joinParty, NO_PARTY } from './party.ts'

/** Readings are of passes `a` and `b`; a code is the pass and a number. */

const NOTHING: ReadingContext = {
  shown: null,
  heldAt: 0,
  seenAt: 0,
  party: NO_PARTY,
  closed: new Set(),
  closedAt: 0,
}
const answered = (text: string, isHeld = false): ReadingContext => ({
  ...NOTHING,
  shown: { text, subject: text.charAt(0), isHeld, at: 0 },
})
const decide = (text: string, at: number, context: ReadingContext) =>
  decideReading({ text, subject: text.charAt(0), at }, context)

test('the code that was answered is not judged again, however long it is in the picture', () => {
  expect(decide('a1', 60_000, answered('a1'))).toBe('ignore')
  expect(decide('a2', 60_000, answered('a1'))).toBe('ignore')
})

test('the next visitor is judged without a tap, once the answer could be read', () => {
  expect(decide('b1', READ_MS - 1, answered('a1'))).toBe('ignore')
  expect(decide('b1', READ_MS, answered('a1'))).toBe('judge')
})

test('a visitor of the party who is accepted already is named, and a refused one is judged again', () => {
  const accepted = { entryUid: '1', subject: 'b', isAccepted: true, label: 'Mei' }
  const party = joinParty(NO_PARTY, accepted, 0)
  expect(decide('b1', READ_MS, { ...answered('a1'), party })).toEqual(accepted)
  const refused = joinParty(NO_PARTY, { ...accepted, isAccepted: false }, 0)
  expect(decide('b1', READ_MS, { ...answered('a1'), party: refused })).toBe('judge')
})

test('a held code waits for its next one, or for the time in which a phone must have shown it', () => {
  const held = answered('a1', true)
  expect(decide('a1', NEXT_CODE_MS - 1, held)).toBe('ignore')
  expect(decide('a2', 1, held)).toBe('judge')
  expect(decide('a1', NEXT_CODE_MS, held)).toBe('judge')
})

test('codes of a family that are shown in turn do not interrupt a held code; a visitor after it does', () => {
  const held = { ...answered('a1', true), heldAt: 1_000 }
  expect(decide('b1', 1_000 + HELD_GONE_MS - 1, held)).toBe('ignore')
  expect(decide('b1', 1_000 + HELD_GONE_MS, held)).toBe('judge')
})

test('after “next scan” the codes just answered are ignored while the phone leaves the picture', () => {
  const context = { ...NOTHING, closed: new Set(['a', 'b']), closedAt: 500 }
  expect(decide('a1', 500 + GONE_MS - 1, context)).toBe('ignore')
  expect(decide('c1', 501, context)).toBe('judge')
  expect(decide('a1', 500 + GONE_MS, context)).toBe('judge')
})
