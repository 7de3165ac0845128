import { expect, test } from 'vitest'
import { toE164 } from './phoneNumber.ts'

test.each([
  ['', 'DE'],
  ['151 0000', ''],
  ['0151 1234567', ''],
  ['+49', ''],
  ['hello', 'KR'],
  ['+1 23', 'US'],
  ['123', 'KR'],
])('%j from %j is not a phone number', (typed, country) => {
  expect(toE164(typed, country)).toBeNull()
})

test.each([
  ['0151 23456789', 'DE', '+4915123456789'],
  ['+49 151 23456789', '', '+4915123456789'],
  ['010-1234-5678', 'KR', '+821012345678'],
  ['0912 345 678', 'TW', '+886912345678'],
  ['090-1234-5678', 'JP', '+819012345678'],
  ['+86 138 1234 5678', 'JP', '+8613812345678'],
])('%j from %j is %j', (typed, country, number) => {
  expect(toE164(typed, country)).toBe(number)
})
