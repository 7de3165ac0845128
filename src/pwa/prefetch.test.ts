import { expect, test } from 'vitest'
import { mayPrefetch } from './prefetch.ts'

test('screens are not prefetched on 2G or with Save-Data', () => {
  expect(mayPrefetch({ effectiveType: '2g' })).toBe(false)
  expect(mayPrefetch({ effectiveType: 'slow-2g' })).toBe(false)
  expect(mayPrefetch({ effectiveType: '4g', saveData: true })).toBe(false)
})

test('screens are prefetched on any other connection, also without information from the browser', () => {
  expect(mayPrefetch({ effectiveType: '4g', saveData: false })).toBe(true)
  expect(mayPrefetch({})).toBe(true)
})
