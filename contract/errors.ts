/**
 * Stable codes of refused answers: `status.code` of an HTTP 200 (409, 413, 415, 422, 429, 503 where the name says so).
 * The sentence for each is in the catalogues under `error.<code>`; both sides read it from there.
 */
export const ERRORS = {
  /** The access token is missing, expired or invalid: the only meaning of HTTP 400. */
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
  E_PASSWORD_FORMAT: 200,
  E_PASSWORD_MISMATCH: 200,
  E_PHONE: 200,
  // buying
  E_SOLD_OUT: 200,
  E_NOT_ON_SALE: 200,
  E_PRICE_CHANGED: 200,
  E_PROMO_CODE: 200,
  E_COUPON: 200,
  E_ONE_DISCOUNT: 200,
  E_QUOTE_EXPIRED: 200,
  E_PAYMENT_METHOD: 200,
  E_AGREEMENT_REQUIRED: 200,
  E_GATEWAY: 200,
  // passes
  E_PASS_ELSEWHERE: 200,
  E_PASS_NOT_LIVE: 200,
  E_DEVICE_PROOF: 200,
  E_MOVES: 200,
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
