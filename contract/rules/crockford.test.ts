import { expect, test } from 'vitest'
import { groupByFour, readLetters, toLetters } from './crockford.ts'

test('eighty bits become sixteen letters', () => {
  expect(toLetters(new Uint8Array(10))).toBe('0'.repeat(16))
  expect(toLetters(new Uint8Array(10).fill(255))).toBe('Z'.repeat(16))
  expect(toLetters(Uint8Array.from([0b00001_000, 0b10_00011_0, 0b0100_0010, 0b1_00110_00, 0b111_01000]))).toBe(
    '12345678',
  )
})

test('each bit changes the letters', () => {
  const codes = new Set<string>()
  for (let bit = 0; bit < 80; bit += 1) {
    const bytes = new Uint8Array(10)
    bytes[bit >> 3] = 128 >> (bit & 7)
    codes.add(toLetters(bytes))
  }
  expect(codes.size).toBe(80)
})

test('readLetters ignores case, separators and look-alike letters, and refuses anything else', () => {
  expect(groupByFour('7K3MQ2XD01')).toBe('7K3M-Q2XD-01')
  expect(readLetters(' 7k3m-q2xd-oi ', 10)).toBe('7K3MQ2XD01')
  expect(readLetters('7K3M Q2XD 0L', 10)).toBe('7K3MQ2XD01')
  for (const wrong of ['', '7K3MQ2XD0', '7K3MQ2XD011', '7K3MQ2XD0U', '7K3MQ2XD0!', '７K3MQ2XD01'])
    expect(readLetters(wrong, 10), wrong).toBeNull()
})
