import { expect, test } from 'vitest'
import { hangulOf, latinKeys } from './hangulKeys.ts'

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

test('hangulOf composes what the keys type, also doubled letters and letters that the next syllable takes', () => {
  for (const text of ['부산타워', '흰여울', '닭갈비', '값이', '읽어', '의사', '해운대', '자갈치'])
    expect(hangulOf(latinKeys(text).toLowerCase())).toBe(text)
  expect(hangulOf('Rkcl')).toBe('까치')
})

test('hangulOf is null for keys that type no whole syllables', () => {
  for (const keys of ['', 'q', 'qn tks', 'tower', 'qntks1', 'k', 'qntksq']) expect(hangulOf(keys)).toBeNull()
})
