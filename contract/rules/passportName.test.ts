import { expect, test } from 'vitest'
import { NAME_MAX } from '../limits.ts'
import { passportName } from './passportName.ts'

test.each([
  '林',
  '美華',
  '김민수',
  'やまだ',
  'ヤマダ',
  'ﾔﾏﾀﾞ',
  'Иванова',
  'Παπαδοπούλου',
  'سارة',
  'LIN 林',
  'LIN😀',
  'LIN2',
  'LIN\u200b',
  '\u200b',
  '\u3164',
  '\u2800',
  `A${'\u0301'.repeat(1_000)}`,
  'L\u0301\u0302\u0303\u0304',
  '\u0301',
  'LIN\u202eIEM',
  'LIN\nMEI',
  'LIN<b>',
  '-',
  "'.- ",
  '',
  '   ',
  '\ud800',
  'A'.repeat(NAME_MAX + 1),
])('the name %j is refused', (value) => {
  expect(passportName(value)).toBeNull()
})

test.each([
  ['LIN', 'LIN'],
  ['Mei-Hua', 'Mei-Hua'],
  ["O'Neill", "O'Neill"],
  ['O’Neill', 'O’Neill'],
  ['St. John', 'St. John'],
  ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['Nguyê\u0303n', 'Nguyễn'],
  ['Ọ\u0301mọ', 'Ọ\u0301mọ'],
  ['Großmann', 'Großmann'],
  ['Øyvind Þór', 'Øyvind Þór'],
  ['ŁUKASZ', 'ŁUKASZ'],
  ['ＬＩＮ　ＭＥＩ', 'LIN MEI'],
  ['  DE   LA  CRUZ ', 'DE LA CRUZ'],
  ['X', 'X'],
  ['A'.repeat(NAME_MAX), 'A'.repeat(NAME_MAX)],
])('the name %j becomes %j', (value, normalized) => {
  expect(passportName(value)).toBe(normalized)
  expect(passportName(normalized)).toBe(normalized)
})
