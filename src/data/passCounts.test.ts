import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { PASS } from '../../tests/offline/fixtures.ts'
import { countPasses, worksOffline } from './passCounts.ts'

const NOW = Date.UTC(2026, 10, 22, 3)
const HERE = 'device-here'
const pass = {
  ...PASS,
  validUntil: NOW + 1000 * HOUR_MS,
  gift: null,
  deviceUid: HERE,
  certificate: 'certificate',
  certificateNotAfter: NOW + 17 * HOUR_MS,
  hasCode: true,
} satisfies Parameters<typeof worksOffline>[0]

test('a pass that is bound here, certified and drawn works offline (L12)', () => {
  expect(worksOffline(pass, HERE, NOW)).toBe(true)
})

test.each([
  ['bound to no phone', { deviceUid: null, certificate: null, hasCode: false }, HERE],
  ['bound to another phone', { deviceUid: 'device-other' }, HERE],
  ['on a phone that is not registered', {}, null],
  ['without a certificate', { certificate: null }, HERE],
  ['whose certificate ends now', { certificateNotAfter: NOW }, HERE],
  ['whose certificate has no end', { certificateNotAfter: null }, HERE],
  ['without a drawn code', { hasCode: false }, HERE],
] as const)('a pass %s does not work offline', (_, change, deviceUid) => {
  expect(worksOffline({ ...pass, ...change }, deviceUid, NOW)).toBe(false)
})

test('a pass works offline until the last millisecond of its certificate (L12)', () => {
  expect(worksOffline({ ...pass, certificateNotAfter: NOW + 1 }, HERE, NOW)).toBe(true)
})

test('only valid mobile passes without a gift or a requested refund are counted', () => {
  const list = [
    pass,
    { ...pass, deviceUid: 'device-other' },
    { ...pass, deviceUid: null, certificate: null, hasCode: false },
    { ...pass, medium: 'card' as const },
    { ...pass, gift: 'given' as const },
    { ...pass, gift: 'returning' as const },
    { ...pass, refundRequestedYn: 'Y' as const },
    { ...pass, state: 'refund' as const },
    { ...pass, validUntil: NOW },
  ]
  expect(countPasses(list, HERE, NOW, true)).toEqual({ live: 3, working: 1 })
  expect(countPasses([], HERE, NOW, true)).toEqual({ live: 0, working: 0 })
  expect(countPasses(list, HERE, NOW, false)).toEqual({ live: 4, working: 2 })
})
