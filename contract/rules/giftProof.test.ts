import { expect, test } from 'vitest'
import { giftProofBytes } from './giftProof.ts'

const facts = {
  giftUid: '01930000-0000-7000-8000-000000000001',
  passUid: '01930000-0000-7000-8000-000000000002',
  epoch: 3,
  recipient: 'Jun@Mail.example ',
  deviceUid: '01930000-0000-7000-8000-000000000003',
}
const text = (overrides: Partial<typeof facts> = {}): string =>
  new TextDecoder().decode(giftProofBytes({ ...facts, ...overrides }))

test('giftProofBytes are the purpose, gift, pass, epoch, lower-case recipient and phone, one per line', () => {
  expect(text()).toBe(
    ['harbor-pass gift', facts.giftUid, facts.passUid, '3', 'jun@mail.example', facts.deviceUid].join('\n'),
  )
})

test.each([
  ['gift', { giftUid: facts.deviceUid }],
  ['pass', { passUid: facts.deviceUid }],
  ['epoch', { epoch: 4 }],
  ['recipient', { recipient: 'eve@mail.example' }],
  ['phone', { deviceUid: facts.giftUid }],
])('giftProofBytes differ when the %s differs', (_what, overrides) => {
  expect(text(overrides)).not.toBe(text())
})

test('giftProofBytes throw for an address that is not ASCII', () => {
  expect(() => text({ recipient: 'jün@mail.example' })).toThrow(RangeError)
})
