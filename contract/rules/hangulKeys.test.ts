import { expect, test } from 'vitest'
import { latinKeys } from './hangulKeys.ts'

test('latinKeys returns text without Hangul unchanged', () => {
  for (const text of ['', 'HP1:6BFOXN%TS3DH0', '4000 1234', 'é ハ 中 😀']) expect(latinKeys(text)).toBe(text)
})

test('latinKeys returns the keys that typed a syllable, a single letter or a double letter', () => {
  // As an input method composes them: HP1:, DKSSUD, RKRT, GHKSW.
  expect(latinKeys('ㅗㅔ1:')).toBe('HP1:')
  expect(latinKeys('안녕')).toBe('DKSSUD')
  expect(latinKeys('갃')).toBe('RKRT')
  expect(latinKeys('홙')).toBe('GHKSW')
  expect(latinKeys('ㄳㅢㅄ')).toBe('RTMLQT')
  // Decomposed (NFD), as some systems store it.
  expect(latinKeys('안'.normalize('NFD'))).toBe('DKS')
})

test('latinKeys returns every key of the layout, also with Shift', () => {
  const letters = 'ㅁㅠㅊㅇㄷㄹㅎㅗㅑㅓㅏㅣㅡㅜㅐㅔㅂㄱㄴㅅㅕㅍㅈㅌㅛㅋ'
  expect(latinKeys(letters)).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  expect(latinKeys('ㅃㅉㄸㄲㅆㅒㅖ')).toBe('QWERTOP')
})
