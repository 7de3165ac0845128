import { expect, test } from 'vitest'
import { SCAN_MAX } from '../limits.ts'
import { oneTimeSpoken, oneTimeText, readScan, spelled, takesNetwork, walletText } from './scan.ts'

test('readScan recognises a live code, that of a voucher, a one-time code scanned or typed, and a printed card number', () => {
  expect(readScan('HP1:ABC ')).toEqual({ kind: 'live', text: 'HP1:ABC' })
  expect(readScan('hp1v:ab%c ')).toEqual({ kind: 'voucher', text: 'HP1V:AB%C' })
  const letters = '7K3MQ2XD01'
  for (const text of [oneTimeText(letters), oneTimeSpoken(letters), '7k3m q2xd ol'])
    expect(readScan(text)).toEqual({ kind: 'one_time', letters })
  expect(readScan('9410 0000-1234 5678')).toEqual({ kind: 'card', number: '9410000012345678' })
})

test('ten digits are a one-time code, twelve or sixteen a card number', () => {
  expect(readScan('0123456789').kind).toBe('one_time')
  expect(readScan('0123456789012345').kind).toBe('card')
  expect(readScan('012345678901')).toEqual({ kind: 'card', number: '012345678901' })
})

test('the code of a wallet pass is known by its prefix, in any spelling, and only the server can judge it (G38)', () => {
  const letters = '7K3MQ2XD017K3MQ2'
  const text = walletText(letters)
  expect(text).toBe('HP1W:7K3MQ2XD017K3MQ2')
  for (const scanned of [
    text,
    text.toLowerCase(),
    ` ${text}\n`,
    'HP1W:7K3M-Q2XD-OL7K-3MQ2',
    'ㅗㅔ1ㅈ:7ㅏ3ㅡㅂ2ㅌㅇ017ㅏ3ㅡㅂ2',
  ]) {
    expect(readScan(scanned)).toEqual({ kind: 'wallet', letters })
    expect(spelled(readScan(scanned))).toBe(text)
    expect(takesNetwork(readScan(scanned))).toBe(true)
  }
  // Without the prefix it could be the QR code of a card.
  expect(readScan(letters).kind).toBe('card')
})

test.each([
  '',
  ' ',
  'HP1T:',
  'HP1T:7K3M',
  'HP1W:',
  'HP1W:7K3MQ2XD01',
  'HP1W:7K3MQ2XD017K3MQ20',
  'HP1W:7K3MQ2XD017K3MQU',
  'https://example.com/?q=1',
  '<svg>',
  'x'.repeat(300),
])('%j is unreadable', (text) => {
  expect(readScan(text)).toEqual({ kind: 'unreadable' })
})

test('lower case and a Hangul keyboard layout give the same code', () => {
  expect(readScan('hp1:ab%c')).toEqual({ kind: 'live', text: 'HP1:AB%C' })
  expect(readScan('ㅗㅔ1:ㅁㅠ%ㅊ')).toEqual({ kind: 'live', text: 'HP1:AB%C' })
  expect(readScan('ㅗㅔ1ㅅ:7ㅏ3ㅡㅂ2ㅌㅇ01')).toEqual({ kind: 'one_time', letters: '7K3MQ2XD01' })
  expect(readScan('ㅗㅔㅊㅁㄱㅇ9990000000010002')).toEqual({ kind: 'card', number: 'HPCARD9990000000010002' })
})

test('each scan has one spelling, short enough to be sent (G20)', () => {
  const wide = `4000${' '.repeat(400)}123412341234`
  expect(spelled(readScan(wide))).toBeNull()
  expect(spelled(readScan('4000\t1234\u20031234-1234'))).toBe('4000123412341234')
  expect(spelled(readScan(`HP1:${'A'.repeat(SCAN_MAX)}`))).toBeNull()
  expect(spelled(readScan('7k3m-q2xd-01'))).toBe('HP1T:7K3MQ2XD01')
  expect(spelled(readScan(' HP1:ABC'))).toBe('HP1:ABC')
})

test('a scan may be as long as SCAN_MAX, and no longer', () => {
  const live = 'HP1:'.padEnd(SCAN_MAX, '0')
  expect(readScan(live)).toEqual({ kind: 'live', text: live })
  expect(readScan(` ${live}\n`)).toEqual({ kind: 'live', text: live })
  expect(readScan(`${live}0`)).toEqual({ kind: 'unreadable' })
})
