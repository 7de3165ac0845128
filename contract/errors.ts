/**
 * Stable codes of refused answers: `status.code` of an HTTP 200 (409, 413, 415, 422, 429, 503 where the name says so).
 * The sentence for each is in the catalogues under `error.<code>`; both sides read it from there.
 */
export const ERRORS = {
  /** The access token is missing, expired or invalid: the only meaning of HTTP 400 (`E_GATE` is its like at a gate). */
  E_TOKEN: 400,
  E_NOT_FOUND: 200,
  E_ROUTE: 404,
  E_METHOD: 405,
  /** The `owner` header names another member than the token. */
  E_OWNER: 200,
  E_CROSS_SITE: 403,
  E_PREFETCH: 403,
  E_KEY: 422,
  E_KEY_REUSED: 409,
  E_KEY_RUNNING: 409,
  E_TOO_LARGE: 413,
  E_CONTENT_TYPE: 415,
  E_INPUT: 422,
  E_THROTTLED: 429,
  E_BUSY: 429,
  E_UNAVAILABLE: 503,
  E_INTERNAL: 500,
  // account
  E_LOGIN: 200,
  /** The refresh token is spent, ended, expired or not ours: only a new sign-in helps. */
  E_SESSION: 200,
  E_EMAIL_IN_USE: 200,
  E_CERT_MISMATCH: 200,
  E_CERT_EXPIRED: 200,
  E_CERT_TRIES: 200,
  E_CERT_WAIT: 200,
  E_CERT_REQUIRED: 200,
  E_TERMS_REQUIRED: 200,
  /** Certainly under 14 by the year of birth, or a year that cannot be. */
  E_AGE: 200,
  E_PASSWORD_FORMAT: 200,
  /** A common password, or one that is easy to guess (`contract/rules/passwordStrength.ts`). */
  E_PASSWORD_WEAK: 200,
  /** The temporary password that was mailed, as the new one. */
  E_PASSWORD_TEMPORARY: 200,
  E_PASSWORD_MISMATCH: 200,
  E_PHONE: 200,
  E_NO_MEMBER: 200,
  E_PASSWORD_CURRENT: 200,
  /** Signing in at a provider ended without a person: cancelled, too late, used before, or forged. */
  E_SNS: 200,
  // leaving
  E_WITHDRAW_AGREE: 200,
  E_WITHDRAW_REFUND: 200,
  E_WITHDRAW_GIFT: 200,
  E_WITHDRAW_PAYMENT: 200,
  /** A paid reservation is still to come, or waits for its place. */
  E_WITHDRAW_BOOKING: 200,
  /** Passes or reservations would be lost, and the member did not agree to that. */
  E_WITHDRAW_LOSS: 200,
  /** A member without a password: the sign-in is older than five minutes, and no mailed code came with it. */
  E_WITHDRAW_PROOF: 200,
  // files
  E_FILE_TYPE: 415,
  E_FILE_PIXELS: 413,
  E_FILE_BROKEN: 422,
  // buying
  E_SOLD_OUT: 200,
  E_NOT_ON_SALE: 200,
  E_PRICE_CHANGED: 200,
  E_PROMO_CODE: 200,
  E_COUPON: 200,
  E_ONE_DISCOUNT: 200,
  E_QUOTE_EXPIRED: 200,
  /** The member holds as many unpaid reservations and orders of counted stock as one may. */
  E_HOLDS: 200,
  /** Points cannot be spent at present, or there are not as many. */
  E_POINTS: 200,
  E_PAYMENT_METHOD: 200,
  E_AGREEMENT_REQUIRED: 200,
  E_GATEWAY: 200,
  // passes
  E_PASS_ELSEWHERE: 200,
  E_PASS_NOT_LIVE: 200,
  E_DEVICE_PROOF: 200,
  E_MOVES: 200,
  /** Not a name for a pass: empty, more than one line, or longer than 20 graphemes. */
  E_PASS_NAME: 200,
  E_NAME_IN_USE: 200,
  // gates
  /** The gate's credential is missing, unknown or revoked: `E_TOKEN` of the gate. */
  E_GATE: 400,
  E_GATE_CODE: 200,
  E_GATE_PLACE: 200,
  E_UNDO_LATE: 200,
  E_ONE_TIME_LIMIT: 200,
  // coupons
  E_COUPON_REQUIRED: 200,
  /** A printed number that is unknown or taken. */
  E_COUPON_NUMBER: 200,
  E_COUPON_TAKEN: 200,
  E_COUPON_OVER: 200,
  // cards
  /** Not 16 digits, or the last one does not fit the others. */
  E_CARD_NUMBER: 200,
  /** 12 digits: another number of the card. */
  E_CARD_FORMAT: 200,
  /** A number that is unknown, taken or blocked. */
  E_CARD_TAKEN: 200,
  E_VOUCHER: 200,
  E_VOUCHER_USED: 200,
  E_CARD_STOCK: 200,
  // after the purchase
  /** More money would go back than was charged, or the payment is not one that can be given back. */
  E_REFUND: 200,
  E_REFUND_REASON: 200,
  E_REFUND_USED: 200,
  /** In a gift that waits. */
  E_REFUND_GIFT: 200,
  /** Given away: it is its new holder's. */
  E_REFUND_GIVEN: 200,
  E_REFUND_ASKED: 200,
  E_GIFT_RECIPIENT: 200,
  E_GIFT_SELF: 200,
  /** Begun, taken back, or in a gift or a request for a refund already. */
  E_GIFT_PASS: 200,
  /** A phone shows the pass: its signature, or the password, is missing or does not fit. */
  E_GIFT_PROOF: 200,
  /** Accepted, declined or cancelled before. */
  E_GIFT_ENDED: 200,
  // reservations
  /** No night, departure or voucher of this name is on sale. */
  E_RESERVE_DATE: 200,
  E_NO_ROOM: 200,
  /** Its price or its hold has run out. */
  E_HOLD_OVER: 200,
  E_RESERVE_STATE: 200,
  E_CANCEL_LATE: 200,
  E_REVIEW_EARLY: 200,
  E_REVIEW_SHORT: 200,
  E_REVIEWED: 200,
  // inquiry
  E_INQUIRY_SHORT: 200,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERRORS
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** A field that was refused: where (`body.passCnt`) and why (a short stable word). */
export interface FieldError {
  field: string
  reason: string
}
