import { expect, test } from 'vitest'
import { mayPrefetch } from './prefetch.ts'

test('does not prefetch on 2g or with data saver', () => {
  expect(mayPrefetch({ effectiveType: '2g' })).toBe(false)
  expect(mayPrefetch({ effectiveType: 'slow-2g' })).toBe(false)
  expect(mayPrefetch({ effectiveType: '4g', saveData: true })).toBe(false)
})

test('prefetches otherwise, also without information from the browser', () => {
  expect(mayPrefetch({ effectiveType: '4g', saveData: false })).toBe(true)
  expect(mayPrefetch({})).toBe(true)
})
