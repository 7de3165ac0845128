import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ascii, concat, fromBase64url, toBase64url, toHex, uuidBytes, uuidText } from './bytes.ts'

test.each(['A', 'AB', 'AAB', 'AA=', 'AA+A', 'AA/A', 'A A', 'AAAAA'])('fromBase64url refuses %j', (text) => {
  expect(fromBase64url(text)).toBeNull()
})

test('base64url is encoded as Node encodes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = toBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(text)).toEqual(bytes)
    }),
  )
})

test('a UUID survives a round trip to bytes, and other spellings are refused', () => {
  const uuid = '0199b2c4-7d10-7a3e-9c55-0b1e6f2a4d88'
  expect(uuidBytes('0199B2C4-7D10-7A3E-9C55-0B1E6F2A4D88')).toBeNull()
  expect(uuidBytes('0199b2c47d107a3e9c550b1e6f2a4d88')).toBeNull()
  const bytes = uuidBytes(uuid)
  expect(bytes && toHex(bytes)).toBe('0199b2c47d107a3e9c550b1e6f2a4d88')
  expect(bytes && uuidText(bytes)).toBe(uuid)
})

test('ascii refuses other characters, and concat keeps the order', () => {
  expect(() => ascii('é')).toThrow(RangeError)
  expect(concat(ascii('ab'), ascii(''), ascii('c'))).toEqual(Uint8Array.of(97, 98, 99))
})
