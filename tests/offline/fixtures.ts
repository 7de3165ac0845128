import type { MyInfo } from '#contract/calls/profile.ts'
import type { Coupon } from '#contract/calls/coupon.ts'
import type { Gift } from '#contract/calls/gift.ts'
import type { Order, Quote } from '#contract/calls/pass.ts'
import { purchase, type Purchase, type PurchaseDetail } from '#contract/calls/purchase.ts'
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
/** `PASS`, sent by “mina” to a member; it is not answered. */
export const GIFT: Gift = {
  giftUid: '0193a1b2-0000-7000-8000-000000000004',
  type: 'sent',
  state: 'sent',
  passUid: PASS.passUid,
  gdsUid: PASS.gdsUid,
  passType: '48H',
  medium: 'mobile',
  sender: { id: 'mina@example.com', name: 'Mina Lee' },
  recipient: { id: 'bob@example.com' },
  message: '',
  sentAt: 0,
  endedAt: null,
}

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
  medium: 'mobile',
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
  medium: 'mobile',
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

/** A purchase of two passes, with all that its own screen shows; both can be refunded by rule. */
export const PURCHASE: PurchaseDetail = {
  ordUid: '0193a1b2-0000-7000-8000-000000000009',
  orderNumber: 'HP-261121-7F3A',
  kind: 'pass',
  gdsUid: 'pass-24h',
  name: '24H mobile pass',
  passType: '24H',
  medium: 'mobile',
  count: 2,
  amount: 107_000,
  orderedAt: Date.UTC(2026, 10, 21, 3),
  paidAt: Date.UTC(2026, 10, 21, 3),
  label: 'unused',
  refunded: 0,
  refundState: null,
  unitPrice: 55_000,
  discount: 3_000,
  points: 0,
  receiptPlaceUid: null,
  method: 'overseas_card',
  buyer: { name: 'MINA LEE', email: 'mina@example.com', mobile: '+886912345678' },
  cancelUntil: Date.UTC(2027, 4, 20),
  units: ['0193a1b2-0000-7000-8000-000000000011', '0193a1b2-0000-7000-8000-000000000012'].map((passUid) => ({
    passUid,
    state: 'unused',
    gift: null,
    refundYn: 'Y',
    deskYn: 'N',
  })),
  refundable: 107_000,
  // Not half of the whole: the screen must show what the server says.
  refundSteps: [53_499, 107_000],
  refunds: [],
  timeline: [],
}
/** The purchase as the list holds it. */
export const LISTED_PURCHASE: Purchase = purchase.parse(PURCHASE)

/** A coupon with a cap, a smallest sum and a last day. */
export const COUPON: Coupon = {
  couponUid: 'coupon-1',
  number: '2345 6789',
  couponPblcnUid: 'harbor-pass-10',
  name: '10% off a pass',
  kind: 'percent',
  value: 10,
  maxDiscount: 10_000,
  minAmount: 40_000,
  target: 'pass',
  gdsTycd: null,
  gdsDtlUid: null,
  state: 'usable',
  takenAt: 0,
  expiresAt: null,
  daysLeft: null,
  usedAt: null,
  ordUid: null,
}

/** The details of the member mina. */
export const MY_INFO: MyInfo = {
  memberId: 'mina',
  email: 'mina@example.com',
  engNm: 'MINA',
  engSurname: 'LEE',
  mobile: '+886912345678',
  ntnCd: 'TW',
  joinedAt: Date.UTC(2026, 10, 1),
  gender: 'female',
  birthYear: 1990,
  marketingYn: 'N',
  photo: null,
  passwordYn: 'Y',
}
