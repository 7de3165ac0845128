import { expect, test } from 'vitest'
import { readSearch } from './search.ts'

test('readSearch drops invalid parameters', () => {
  expect(readSearch({})).toEqual({})
  expect(readSearch({ q: '', category: 'caves', group: 'C', free: 'yes', page: 1, at: 3 })).toEqual({})
  expect(readSearch({ q: { a: 1 }, page: 2.5, category: ['indoors'] })).toEqual({})
})
test('readSearch reads a number as a search word, and limits lengths', () => {
  expect(readSearch({ q: 123 })).toEqual({ q: '123' })
  expect(readSearch({ q: 'x'.repeat(200), page: 9_999 })).toEqual({ q: 'x'.repeat(80), page: 50 })
})
test('readSearch keeps valid parameters', () => {
  const search = { q: 'sky', category: 'indoors', group: 'A', free: true, page: 2, at: 'busan-x-the-sky' }
  expect(readSearch(search)).toEqual(search)
})
