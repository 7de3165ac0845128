import { expect, test } from 'vitest'
import { mayPrefetch } from './prefetch.ts'

test('nothing is loaded ahead on 2g or when data is to be saved', () => {
  expect(mayPrefetch({ effectiveType: '2g' })).toBe(false)
  expect(mayPrefetch({ effectiveType: 'slow-2g' })).toBe(false)
  expect(mayPrefetch({ effectiveType: '4g', saveData: true })).toBe(false)
})

test('elsewhere, and where the browser says nothing, it is', () => {
  expect(mayPrefetch({ effectiveType: '4g', saveData: false })).toBe(true)
  expect(mayPrefetch({})).toBe(true)
})
