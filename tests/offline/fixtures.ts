import type { Order, Quote } from '#contract/calls/pass.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import { CERTIFICATE_DAYS } from '#contract/limits.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { encodeCertificate } from '#contract/rules/passCode.ts'
import { LATER_FIELDS } from '#contract/rules/passFields.ts'
import { DAY_MS } from '#contract/time.ts'

/** Fixtures for tests of screens; each test overrides what it needs. */

/** A mobile pass that is bound to no phone. Tests and the bench make theirs from it. */
export const PASS: MyPass = {
  ...LATER_FIELDS,
  passUid: '0193a1b2-0000-7000-8000-000000000001',
  ordUid: '0193a1b2-0000-7000-8000-000000000002',
  orderNumber: 'HP-261121-7F3A',
  gdsUid: 'pass-48h',
  passType: '48H',
  medium: 'mobile',
  state: 'unused',
  holder: 'Mina Lee',
  windowHours: 48,
  purchasedAt: 0,
  validUntil: 0,
  activatedAt: null,
  expiresAt: null,
  allowance: null,
  admissions: [],
  deviceUid: null,
  epoch: 1,
  certificate: null,
  certificateNotAfter: null,
}

export const CERTIFICATE_LIFE_MS = CERTIFICATE_DAYS * DAY_MS
/**
 * Returns `PASS`, bound to the phone of “mina”. The signature of its certificate is not valid; a phone draws codes
 * without verifying it.
 */
export const certifiedPass = (nth: number, now: number): MyPass => ({
  ...PASS,
  validUntil: now + 100 * CERTIFICATE_LIFE_MS,
  deviceUid: 'device-of-mina',
  certificate: toBase64url(
    encodeCertificate({
      algorithm: 'Ed25519',
      keyId: '00000000',
      passUid: PASS.passUid,
      passType: PASS.passType,
      epoch: 1,
      notAfter: Math.floor((now + CERTIFICATE_LIFE_MS) / 1000) * 1000,
      deviceKey: new Uint8Array(32),
      signature: new Uint8Array(64).fill(nth),
    }),
  ),
  certificateNotAfter: now + CERTIFICATE_LIFE_MS,
})

/** A member's order of one pass. */
export const ORDER: Order = {
  kind: 'pass',
  ordUid: '0193a1b2-0000-7000-8000-000000000009',
  orderNumber: 'HP-261121-7F3A',
  state: 'pending',
  reason: null,
  gdsUid: 'pass-24h',
  gdsDtlUid: 'pass-24h-mobile',
  passType: '24H',
  passCnt: 1,
  amount: 55_000,
  orderedAt: 0,
  paidAt: null,
  cancelUntil: null,
  payUrl: null,
  method: 'overseas_card',
  promoCode: null,
  couponUid: null,
}

/** The price of one pass, without any payment method. */
export const QUOTE: Quote = {
  quoteUid: '0193a1b2-0000-7000-8000-000000000005',
  gdsUid: 'pass-24h',
  gdsDtlUid: 'pass-24h-mobile',
  passType: '24H',
  passCnt: 1,
  unitPrice: 55_000,
  discount: 0,
  points: 0,
  amount: 55_000,
  couponUid: null,
  coupons: [],
  pointsUsable: 0,
  windowHours: 24,
  cancelDays: 7,
  methods: [],
  expiresAt: 0,
  buyer: { name: 'MINA LEE', email: 'mina@example.com', mobile: null },
}
