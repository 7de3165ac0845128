import { expect, test } from 'vitest'
import { stepFor, type Progress } from './steps.ts'

const NOW = 1_000_000
const nothing: Progress = { agreed: false, proofUntil: null, password: false }
const agreed: Progress = { ...nothing, agreed: true }
const proven: Progress = { ...agreed, proofUntil: NOW + 1 }
const ready: Progress = { ...proven, password: true }

test('a step without the earlier ones leads back to the first missing one', () => {
  expect(stepFor('name', nothing, NOW)).toBe('terms')
  expect(stepFor('email', nothing, NOW)).toBe('terms')
  expect(stepFor('password', agreed, NOW)).toBe('email')
  expect(stepFor('name', agreed, NOW)).toBe('email')
  expect(stepFor('name', proven, NOW)).toBe('password')
})

test('an expired proof leads back to the email step, with or without a password', () => {
  expect(stepFor('name', { ...ready, proofUntil: NOW }, NOW)).toBe('email')
  expect(stepFor('password', { ...proven, proofUntil: NOW - 1 }, NOW)).toBe('email')
})

test('a password without consent leads back to the terms', () => {
  expect(stepFor('name', { ...ready, agreed: false }, NOW)).toBe('terms')
})

test('finished steps stay reachable, and the default is the next step', () => {
  expect(stepFor('email', ready, NOW)).toBe('email')
  expect(stepFor('name', ready, NOW)).toBe('name')
  expect(stepFor(undefined, agreed, NOW)).toBe('email')
  expect(stepFor(undefined, ready, NOW)).toBe('name')
})
