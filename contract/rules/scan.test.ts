import { expect, test } from 'vitest'
import { oneTimeSpoken, oneTimeText, readScan } from './scan.ts'

test('a live code, a one-time code as QR code and as typed, a card’s number as printed', () => {
  expect(readScan('HP1:ABC ')).toEqual({ kind: 'live', text: 'HP1:ABC' })
  const letters = '7K3MQ2XD01'
  for (const text of [oneTimeText(letters), oneTimeSpoken(letters), '7k3m q2xd ol'])
    expect(readScan(text)).toEqual({ kind: 'one_time', letters })
  expect(readScan('9410 0000-1234 5678')).toEqual({ kind: 'card', number: '9410000012345678' })
})

test('ten digits are a one-time code, sixteen a card, twelve neither', () => {
  expect(readScan('0123456789').kind).toBe('one_time')
  expect(readScan('0123456789012345').kind).toBe('card')
  expect(readScan('012345678901')).toEqual({ kind: 'card', number: '012345678901' })
})

test.each(['', ' ', 'HP1T:', 'HP1T:7K3M', 'https://example.com/?q=1', '<svg>', 'x'.repeat(300)])(
  '%j is nothing',
  (text) => {
    expect(readScan(text)).toEqual({ kind: 'unreadable' })
  },
)
