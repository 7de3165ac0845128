import { expect, test } from 'vitest'
import { latinKeys } from './hangulKeys.ts'

test('text without Hangul stays as it is, whatever else is in it', () => {
  for (const text of ['', 'HP1:6BFOXN%TS3DH0', '4000 1234', 'é ハ 中 😀']) expect(latinKeys(text)).toBe(text)
})

test('syllables, letters that wait for others, and pairs are the keys that made them', () => {
  // As an input method puts them together: HP1:, DKSSUD, RKRT, GHKSW.
  expect(latinKeys('ㅗㅔ1:')).toBe('HP1:')
  expect(latinKeys('안녕')).toBe('DKSSUD')
  expect(latinKeys('갃')).toBe('RKRT')
  expect(latinKeys('홙')).toBe('GHKSW')
  expect(latinKeys('ㄳㅢㅄ')).toBe('RTMLQT')
  // As some systems store it, taken apart.
  expect(latinKeys('안'.normalize('NFD'))).toBe('DKS')
})

test('every key of the layout comes back, with Shift too', () => {
  const shown = 'ㅁㅠㅊㅇㄷㄹㅎㅗㅑㅓㅏㅣㅡㅜㅐㅔㅂㄱㄴㅅㅕㅍㅈㅌㅛㅋ'
  expect(latinKeys(shown)).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  expect(latinKeys('ㅃㅉㄸㄲㅆㅒㅖ')).toBe('QWERTOP')
})
