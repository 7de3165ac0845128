/**
 * Stable error codes (`status.code`), each with its HTTP status: 200 unless the kind of error has a status of its own.
 * The message for each is in the translation catalogues under `error.<code>`; client and server read it from there.
 */
export const ERRORS = {
  /** The access token is missing, expired or invalid. HTTP 400 means nothing else, except `E_GATE` at a gate. */
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
  /** The refresh token is spent, revoked, expired or not ours; the member must sign in again. */
  E_SESSION: 200,
  E_EMAIL_IN_USE: 200,
  E_CERT_MISMATCH: 200,
  E_CERT_EXPIRED: 200,
  E_CERT_TRIES: 200,
  E_CERT_WAIT: 200,
  E_CERT_REQUIRED: 200,
  E_TERMS_REQUIRED: 200,
  /** By the year of birth certainly under 14, or an impossible year. */
  E_AGE: 200,
  E_PASSWORD_FORMAT: 200,
  /** A common password, or one that is easy to guess (`contract/rules/passwordStrength.ts`). */
  E_PASSWORD_WEAK: 200,
  /** The new password is the mailed temporary one. */
  E_PASSWORD_TEMPORARY: 200,
  E_PASSWORD_MISMATCH: 200,
  E_PHONE: 200,
  E_NO_MEMBER: 200,
  E_PASSWORD_CURRENT: 200,
  /** The social sign-in identified nobody: it was cancelled, expired, already used, or forged. */
  E_SNS: 200,
  /** The link for a phone is unknown, claimed by another phone, used, expired, replaced or refused. */
  E_LINK: 200,
  /** A link for a phone takes the password once the sign-in is no longer fresh. */
  E_LINK_PROOF: 200,
  /** No passkey of a member fits: unknown, deleted, copied, or signed for another site. */
  E_PASSKEY: 200,
  /** The challenge of a passkey is unknown, was answered, or has expired. */
  E_PASSKEY_EXPIRED: 200,
  /** The member has `PASSKEYS_MAX` passkeys. */
  E_PASSKEY_LIMIT: 200,
  // deleting the account
  E_WITHDRAW_AGREE: 200,
  E_WITHDRAW_REFUND: 200,
  E_WITHDRAW_GIFT: 200,
  E_WITHDRAW_PAYMENT: 200,
  /** A paid reservation is still to come, or waits for the place to confirm it. */
  E_WITHDRAW_BOOKING: 200,
  /** Passes or reservations would be lost, and the member has not agreed to lose them. */
  E_WITHDRAW_LOSS: 200,
  /** A member without a password signed in more than five minutes ago and sent no mailed code. */
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
  /** The member already has `HOLDS_MAX` unpaid reservations and orders of counted stock. */
  E_HOLDS: 200,
  /** Points cannot be spent at present, or more were asked for than can be spent. */
  E_POINTS: 200,
  E_PAYMENT_METHOD: 200,
  E_AGREEMENT_REQUIRED: 200,
  E_GATEWAY: 200,
  // passes
  E_PASS_ELSEWHERE: 200,
  E_PASS_NOT_LIVE: 200,
  E_DEVICE_PROOF: 200,
  E_MOVES: 200,
  /** Invalid name for a pass: empty, more than one line, or longer than 20 graphemes. */
  E_PASS_NAME: 200,
  E_NAME_IN_USE: 200,
  // gates
  /** The gate's credential is missing, unknown or revoked. Gate equivalent of `E_TOKEN`. */
  E_GATE: 400,
  E_GATE_CODE: 200,
  E_GATE_PLACE: 200,
  E_UNDO_LATE: 200,
  E_ONE_TIME_LIMIT: 200,
  /** The operator offers no passes for this wallet app. */
  E_WALLET_OFF: 200,
  // coupons
  E_COUPON_REQUIRED: 200,
  /** The printed number is unknown or already taken. */
  E_COUPON_NUMBER: 200,
  E_COUPON_TAKEN: 200,
  E_COUPON_OVER: 200,
  // cards
  /** Not 16 digits, or the check digit is wrong. */
  E_CARD_NUMBER: 200,
  /** 12 digits: the card's transit number instead of its pass number. */
  E_CARD_FORMAT: 200,
  /** The card is unknown, blocked, or already in use. */
  E_CARD_TAKEN: 200,
  E_VOUCHER: 200,
  E_VOUCHER_USED: 200,
  E_CARD_STOCK: 200,
  // after the purchase
  /** Nothing can be refunded: the payment is unpaid or disputed, no unit is left, or the sum exceeds the charge. */
  E_REFUND: 200,
  E_REFUND_REASON: 200,
  E_REFUND_USED: 200,
  /** The pass is in a gift that the recipient has not answered. */
  E_REFUND_GIFT: 200,
  /** The pass was given away and belongs to its new holder. */
  E_REFUND_GIVEN: 200,
  E_REFUND_ASKED: 200,
  E_GIFT_RECIPIENT: 200,
  E_GIFT_SELF: 200,
  /** The pass is used, voided or expired, or already in a gift or a refund request. */
  E_GIFT_PASS: 200,
  /** The pass is bound to a phone, and the phone's signature, the password or the mailed code is missing or wrong. */
  E_GIFT_PROOF: 200,
  /** The gift was already accepted, declined or cancelled, or has expired. */
  E_GIFT_ENDED: 200,
  // reservations
  /** `priceSn` names no night, departure or voucher that is on sale. */
  E_RESERVE_DATE: 200,
  E_NO_ROOM: 200,
  /** The price or the hold of the reservation has expired. */
  E_HOLD_OVER: 200,
  E_RESERVE_STATE: 200,
  E_CANCEL_LATE: 200,
  E_REVIEW_EARLY: 200,
  E_REVIEW_SHORT: 200,
  E_REVIEWED: 200,
  // inquiry
  E_INQUIRY_SHORT: 200,
  /** A question about goods that has an answer cannot be withdrawn. */
  E_QUESTION_ANSWERED: 200,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERRORS
/** Returns whether this release knows an error code. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/**
 * Why an operation failed on a phone: a refusal of the server (`E_…`), `OFFLINE` (no answer), `STORAGE` (storage is
 * refused or full) or `UNKNOWN` (a code that this build does not know).
 */
export type FailureCode = ErrorCode | 'OFFLINE' | 'STORAGE' | 'UNKNOWN'

/** A rejected field: its path (`body.passCnt`) and a short stable reason. */
export interface FieldError {
  field: string
  reason: string
}
