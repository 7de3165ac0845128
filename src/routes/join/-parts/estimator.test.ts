import { expect, test } from 'vitest'
import { estimate } from './estimator.ts'

test.each([
  '',
  'short1!',
  'onlyletters',
  'Letters123',
  '12345678!',
  'Password1!',
  'qwerty123!',
  'Harborpass1!',
  'aaaa1111!',
])('%j is refused', (password) => {
  expect(estimate(password, [])).toBe('error')
})

test('the person’s own words do not count', () => {
  const password = 'Lindqvist-7!'
  expect(estimate(password, [])).not.toBe('error')
  expect(estimate(password, ['nora.lindqvist@example.com', 'nora', 'lindqvist'])).toBe('error')
})

test('rare and long is strong, rare and short is normal', () => {
  expect(estimate('kelp-Harness 41 umbrella', [])).toBe('strong')
  expect(estimate('trZq84!p', [])).not.toBe('error')
})

test('any script may be used', () => {
  expect(estimate('바다가좋아요-2026년', [])).toBe('strong')
})
