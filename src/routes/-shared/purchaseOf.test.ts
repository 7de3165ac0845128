import { expect, test } from 'vitest'
import { purchaseOf } from './purchaseOf.ts'

const PAYMENT = '/pass/paymentInfo?gdsDtlUid=pass-big3-mobile-std&passCnt=2'
const PURCHASE = { gdsDtlUid: 'pass-big3-mobile-std', passCnt: 2 }

test.each([
  ['', null],
  ['&promoCode=HARBOR10', 'HARBOR10'],
  // The router writes digits so, to tell them from a number.
  ['&promoCode=%222026%22', '2026'],
  ['&promoCode=', null],
])('the path of a payment with “%s” is a purchase with the code %s', (rest, promoCode) => {
  expect(purchaseOf(PAYMENT + rest)).toEqual({ ...PURCHASE, promoCode })
})

test.each([
  undefined,
  '/myPage',
  '/pass/paymentInfo',
  '/pass/paymentInfo?gdsDtlUid=pass-big3-mobile-std&passCnt=0',
  '/pass/paymentInfo?gdsDtlUid=pass-big3-mobile-std&passCnt=7',
  '/pass/paymentInfo?gdsDtlUid=pass-big3-mobile-std&passCnt=1.5',
  '/pass/paymentInfo?passCnt=1',
])('%s is no purchase', (path) => {
  expect(purchaseOf(path)).toBeNull()
})
