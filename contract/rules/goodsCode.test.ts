import { expect, test } from 'vitest'
import { esimAddress, isEsim, readCodes } from './goodsCode.ts'

const NOW = Date.parse('2026-11-27T03:00:00Z')

test('a file of codes is read with the last day of each, which ends at midnight in Korea', () => {
  const { codes, bad } = readCodes('\uFEFFLPA:1$smdp.example$A1,2027-01-31\r\n\nTICKET-2\nTICKET-3\t2026-11-27\n', NOW)
  expect(bad).toEqual([])
  expect(codes).toEqual([
    { line: 1, code: 'LPA:1$smdp.example$A1', expiresAt: Date.parse('2027-01-31T15:00:00Z') },
    { line: 3, code: 'TICKET-2', expiresAt: null },
    { line: 4, code: 'TICKET-3', expiresAt: Date.parse('2026-11-27T15:00:00Z') },
  ])
})

test('lines that are malformed, repeated or past their last day are refused by their numbers', () => {
  const file = ['A', 'A', 'B 2027-02-30', 'C 2027-01-01 more', 'D tomorrow', 'Ü', 'E'.repeat(501), 'F 2026-11-26', 'G']
  const { codes, bad } = readCodes(file.join('\n'), NOW)
  expect(codes.map(({ code }) => code)).toEqual(['A', 'G'])
  expect(bad).toEqual([
    { line: 2, reason: 'duplicate' },
    ...[3, 4, 5, 6, 7].map((line) => ({ line, reason: 'malformed' })),
    { line: 8, reason: 'expired' },
  ])
})

test('the address for iPhones carries the whole code of an eSIM', () => {
  expect([isEsim('LPA:1$smdp.example$A+1'), isEsim('TICKET')]).toEqual([true, false])
  expect(new URL(esimAddress('LPA:1$smdp.example$A+1')).searchParams.get('carddata')).toBe('LPA:1$smdp.example$A+1')
})
