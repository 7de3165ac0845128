import { expect, test } from 'vitest'
import { badgeOf, type GoodsBadge } from './goodsBadge.ts'

const BADGES: GoodsBadge[] = [
  { kind: 'tour', badge: 'hot', until: '2026-11-25' },
  { kind: 'tour', badge: 'new', until: '2026-11-24' },
  { kind: 'pass', badge: 'new', until: '2026-12-31' },
]
const at = (time: string) => Date.parse(time)

test('a badge is shown to the end of its last day in Korea, whatever the date elsewhere', () => {
  expect(badgeOf(BADGES, 'tour', at('2026-11-25T14:59:59Z'))).toBe('hot')
  expect(badgeOf(BADGES, 'tour', at('2026-11-25T15:00:00Z'))).toBeNull()
})

test('a type without a badge, and a catalogue of an earlier release, have none', () => {
  expect(badgeOf(BADGES, 'hotel', at('2026-11-20T00:00:00Z'))).toBeNull()
  expect(badgeOf(undefined, 'pass', at('2026-11-20T00:00:00Z'))).toBeNull()
})

test('of two badges of a type the first that still holds is shown', () => {
  const [hot, fresh] = BADGES as [GoodsBadge, GoodsBadge]
  expect(badgeOf([fresh, hot], 'tour', at('2026-11-25T00:00:00Z'))).toBe('hot')
})
