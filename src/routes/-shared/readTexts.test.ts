import { expect, test } from 'vitest'
import { readTexts } from './readTexts.ts'

test('readTexts reads the named texts and numbers, cuts them to 80 characters, and drops everything else', () => {
  expect(readTexts({ q: 24, in: 'x'.repeat(90), page: '2' }, 'q', 'in')).toEqual({ q: '24', in: 'x'.repeat(80) })
  expect(readTexts({ q: '', in: { a: 1 } }, 'q', 'in')).toEqual({})
  expect(readTexts({ q: true, in: ['a'] }, 'q', 'in')).toEqual({})
})
