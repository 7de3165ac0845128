import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from '../limits.ts'
import { isPassword, ownWords } from './password.ts'
import { passwords } from './passwordDictionary.gen.ts'
import { estimateStrength, isCommonPassword } from './passwordStrength.ts'

test.each([
  '',
  'short1!',
  'onlyletters',
  'Letters123',
  '12345678!',
  'Password1!',
  'P@ssw0rd',
  'Qwerty123!',
  'qwerty123!',
  'Sunshine2026!',
  '!!Pa$$w0rd!!',
  'ＡＢＣ１２３！！',
  'Harborpass1!',
  'aaaa1111!',
])('the password %j is refused', (password) => {
  expect(estimateStrength(password, [])).toBe('error')
})

test('each of the 3,000 most common passwords is refused, also with decorations that satisfy the format', () => {
  const common = decompress(passwords).slice(0, COMMON_PASSWORDS)
  expect(common).toHaveLength(3_000)
  const decorated = common.flatMap((word) =>
    [`${word[0]?.toUpperCase()}${word.slice(1)}1!`, `!${word.toUpperCase()}7?`, `${word}2026!`].filter(
      (password) => isPassword(password) && password.toLowerCase().includes(word),
    ),
  )
  expect(decorated.length).toBeGreaterThan(3_000)
  expect(decorated.filter((password) => estimateStrength(password, []) !== 'error')).toEqual([])
})

test('a common word is accepted with more than a decoration beside it', () => {
  expect(isCommonPassword('Dragon-294617')).toBe(false)
  expect(isCommonPassword('Dragon-29461')).toBe(true)
  expect(isCommonPassword('Dragonfly-29461')).toBe(false)
})

test("the person's own words add no strength", () => {
  const password = 'Lindqvist-7!'
  expect(estimateStrength(password, ownWords('mei.lin@mail.example'))).not.toBe('error')
  expect(estimateStrength(password, ['lindqvist'])).toBe('error')
  expect(estimateStrength(password, ownWords('lindqvist@mail.example'))).toBe('error')
})

test('a long rare password is strong, a short rare one is normal', () => {
  expect(estimateStrength('kelp-Harness 41 umbrella', [])).toBe('strong')
  expect(estimateStrength('trZq84!p', [])).toBe('normal')
})

test('any script can be used', () => {
  expect(estimateStrength('바다가좋아요-2026년', [])).toBe('strong')
})
