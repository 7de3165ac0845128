import { expect, test } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import { HOUR_MS } from '#contract/time.ts'
import { isStale, viewOf } from './passView.ts'

const START = Date.UTC(2026, 10, 21, 3)
const running = {
  state: 'in_use',
  activatedAt: START,
  expiresAt: START + 24 * HOUR_MS,
  validUntil: START + 9e10,
} as MyPass
const unused = { ...running, state: 'unused', activatedAt: null, expiresAt: null } as MyPass

test('a running pass counts down and ends as used at the end of its window', () => {
  expect(viewOf(running, START + 6 * HOUR_MS, true)).toMatchObject({
    phase: 'in_use',
    elapsed: 0.25,
    days: 0,
    hours: 18,
  })
  expect(viewOf(running, START + 24 * HOUR_MS - 1, true).phase).toBe('in_use')
  expect(viewOf(running, START + 24 * HOUR_MS, true)).toMatchObject({ phase: 'over', state: 'used' })
})

test('an unused pass that was not started in time is expired', () => {
  expect(viewOf(unused, unused.validUntil - 1, true).phase).toBe('unused')
  expect(viewOf(unused, unused.validUntil, true)).toMatchObject({ phase: 'over', state: 'expired' })
})

test('an unverified clock hides no paid pass', () => {
  expect(viewOf(running, START + 48 * HOUR_MS, false)).toMatchObject({ phase: 'in_use', state: 'in_use', hours: 0 })
  expect(viewOf(unused, unused.validUntil + HOUR_MS, false).phase).toBe('unused')
  expect(viewOf({ ...running, state: 'refund' }, START, false).phase).toBe('over')
})

test.each([
  ['is in force', { certificateNotAfter: START + 1, expiresAt: null }, false],
  ['ends now', { certificateNotAfter: START, expiresAt: null }, true],
  ['ends now, within the window', { certificateNotAfter: START, expiresAt: START + 1 }, true],
  ['ends with the window', { certificateNotAfter: START, expiresAt: START }, false],
  ['is none', { certificateNotAfter: null, expiresAt: null }, false],
])('a certificate that %s is stale only if it ends before the window', (_what, pass, stale) => {
  expect(isStale(pass, START)).toBe(stale)
})
