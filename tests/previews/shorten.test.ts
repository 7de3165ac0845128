import { expect, test } from 'vitest'
import { shorten } from '#server/modules/preview/shorten.ts'

test.each([
  ['a short text in one line', ' Two\n lines  ', 20, 'Two lines'],
  ['after a sentence', 'It is open. It is far. Bring shoes and a coat.', 30, 'It is open. It is far.'],
  ['after a sentence without a space', '海上缆车全年开放。请先确认天气情况再出发前往。', 14, '海上缆车全年开放。'],
  [
    'between words, if the first sentence is too short',
    'Go. The way up leads through a forest',
    24,
    'Go. The way up leads…',
  ],
  ['anywhere, if there is no better end', '가'.repeat(30), 10, `${'가'.repeat(9)}…`],
  ['not within a character of two code units', '🎆'.repeat(30), 10, `${'🎆'.repeat(9)}…`],
])('%s', (_, text, max, expected) => {
  expect(shorten(text, max)).toBe(expected)
})
