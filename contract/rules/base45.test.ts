import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase45, encodeBase45 } from './base45.ts'
import { ascii } from './bytes.ts'

test.each(['A', 'ABCD', 'GGW', '::::', ':::', '::', 'ab1', 'AB!', 'BB8 ', 'Ü11'])('decodeBase45 refuses %j', (text) => {
  expect(decodeBase45(text)).toBeNull()
})

test.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['ietf!', 'QED8WEX0'],
  ['', ''],
])('the RFC 9285 example %j is %j', (plain, text) => {
  expect(encodeBase45(ascii(plain))).toBe(text)
  expect(decodeBase45(text)).toEqual(ascii(plain))
})

test('any bytes survive a round trip, and each has one encoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = encodeBase45(bytes)
      expect(text).toMatch(/^[0-9A-Z $%*+./:-]*$/)
      expect(decodeBase45(text)).toEqual(bytes)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0129AZ $%*+-./:'), maxLength: 12 }), (text) => {
      const bytes = decodeBase45(text)
      if (bytes) expect(encodeBase45(bytes)).toBe(text)
    }),
  )
})
