import type { Order } from '#contract/calls/pass.ts'
import type { MyPass } from '#contract/calls/mypage.ts'

/** What tests of screens have in hand; each names what it changes. */

/** A mobile pass that no phone shows yet. */
export const PASS: MyPass = {
  passUid: '0193a1b2-0000-7000-8000-000000000001',
  ordUid: '0193a1b2-0000-7000-8000-000000000002',
  orderNumber: 'HP-261121-7F3A',
  gdsUid: 'pass-48h',
  passType: '48H',
  medium: 'mobile',
  state: 'unused',
  holder: 'Mina Lee',
  name: null,
  windowHours: 48,
  purchasedAt: 0,
  validUntil: 0,
  activatedAt: null,
  expiresAt: null,
  allowance: null,
  groups: null,
  admissions: [],
  deviceUid: null,
  epoch: 1,
  certificate: null,
  certificateNotAfter: null,
}

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
