import { expect, test } from 'vitest'
import { rangeOf } from '#server/http/range.ts'

test.each([
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
])('%s of 100 bytes', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range)
})

test.each([undefined, '', 'bytes=-', 'bytes=0-1,5-6', 'bytes=5-2', 'lines=0-1', 'bytes=a-b'])(
  '%s asks for the whole file',
  (header) => {
    expect(rangeOf(header, 100)).toBeNull()
  },
)
