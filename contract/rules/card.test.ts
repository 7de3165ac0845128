import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cardMark, checkDigit, groupedCardNumber, hasCheckDigit, isPrintedNumber, readCard } from './card.ts'

test.each([
  ['450601234567', '6'],
  ['411111111111111', '1'],
  ['799273987130000', '8'],
  ['000000000000000', '0'],
])('checkDigit of %s is %s', (digits, check) => {
  expect(checkDigit(digits)).toBe(check)
})

test('checkDigit changes with every single wrong digit', () => {
  const digits = '503718296405137'
  for (let at = 0; at < digits.length; at += 1)
    for (let wrong = 1; wrong <= 9; wrong += 1) {
      const wrongDigit = String((Number(digits[at]) + wrong) % 10)
      expect(checkDigit(digits.slice(0, at) + wrongDigit + digits.slice(at + 1))).not.toBe(checkDigit(digits))
    }
})

test('isPrintedNumber accepts sixteen digits only', () => {
  expect(isPrintedNumber('9990000000010002')).toBe(true)
  for (const invalidNumber of ['999000000001000', '99900000000100021', 'HPCARD0123456789', '999000000001000A'])
    expect(isPrintedNumber(invalidNumber)).toBe(false)
})

test('hasCheckDigit accepts sixteen digits with a right check digit only', () => {
  for (const number of ['4539578763621486', '9990000000010002', '0000000000000000'])
    expect(hasCheckDigit(number)).toBe(true)
  for (const invalidNumber of ['4539578763621487', '4539578763621468', '453957876362148', 'HPCARD4539578763', ''])
    expect(hasCheckDigit(invalidNumber)).toBe(false)
})

test('cardMark is the first 16 bytes of HMAC-SHA-256, and differs with the key', async () => {
  const key = randomBytes(32)
  const mark = await cardMark(crypto.subtle, key.toString('base64url'), 'HPCARD7K3MQ2XD01ABCDEF')
  const mac = createHmac('sha256', key).update('HPCARD7K3MQ2XD01ABCDEF').digest()
  expect(mark).toBe(mac.subarray(0, 16).toString('base64url'))
  const otherMark = await cardMark(crypto.subtle, randomBytes(32).toString('base64url'), 'HPCARD7K3MQ2XD01ABCDEF')
  expect(otherMark).not.toBe(mark)
})

test.each([
  ['9990 0000-0001 0002', 'N', { number: '9990000000010002' }],
  ['9990000000010003', 'N', { refused: 'E_CARD_NUMBER' }],
  ['', 'N', { refused: 'E_CARD_NUMBER' }],
  ['99900000000100', 'N', { refused: 'E_CARD_NUMBER' }],
  ['1010 2345 6789', 'N', { refused: 'E_CARD_FORMAT' }],
  ['HPCARD0123456789ABCDEF', 'N', { refused: 'E_CARD_NUMBER' }],
  ['hpcard 0123456789abcdef', 'Y', { number: 'HPCARD0123456789ABCDEF' }],
  ['9990000000010002', 'Y', { refused: 'E_CARD_NUMBER' }],
  ['HP1:SOMETHING', 'Y', { refused: 'E_CARD_NUMBER' }],
] as const)('readCard of “%s” (QR code: %s) is %o', (cardNum, isQrcode, expected) => {
  expect(readCard({ cardNum, isQrcode })).toEqual(expected)
})

test.each([
  ['', ''],
  ['9990', '9990'],
  ['99900', '9990 0'],
  ['9990-0000 0001x0002', '9990 0000 0001 0002'],
  ['99900000000100029', '9990 0000 0001 0002'],
])('groupedCardNumber of “%s” is “%s”', (typed, expected) => {
  expect(groupedCardNumber(typed)).toBe(expected)
})
