/** Every constant that a person, a peer or a test could ask about. Units in the names or beside them. */

/** Tokens and their cookies (specification 9), seconds. */
export const ACCESS_TOKEN_S = 43_200
export const REFRESH_TOKEN_S = 2_592_000
/** Without "keep me signed in": a session cookie, and a refresh token of this age. */
export const REFRESH_TOKEN_BRIEF_S = 43_200
export const ACCESS_COOKIE = 'accessToken'
export const REFRESH_COOKIE = 'refreshToken'
/** Names a phone that a member has signed in on: strangers' wrong passwords do not keep it waiting. Opens nothing. */
export const KNOWN_PHONE_COOKIE = 'knownPhone'
export const KNOWN_PHONE_S = 180 * 86_400

/** Client (specification 7, 9), ms. */
export const REQUEST_TIMEOUT_MS = 10_000
export const CHUNK_RELOAD_MS = 60_000

/** Sign-up (specification 5). */
export const CERT_DIGITS = 6
export const CERT_TTL_MS = 5 * 60_000
export const CERT_TRIES = 5
export const CERT_RESEND_MS = 60_000
/** How long a proven mailbox may be used to finish signing up. */
export const CERT_PROOF_MS = 30 * 60_000
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** So many of the most common passwords are refused, however they are decorated. */
export const COMMON_PASSWORDS = 3_000
export const NAME_MAX = 64
export const EMAIL_MAX = 254
export const TEMPORARY_PASSWORD_MS = 30 * 60_000
/** A social sign-in from its start to its end. */
export const SNS_FLOW_MS = 10 * 60_000
/** A sign-in that counts as proof of the person for what cannot be undone. */
export const FRESH_SIGN_IN_MS = 5 * 60_000
/** After a withdrawal nothing of the member is left by then. */
export const ERASED_WITHIN_MS = 24 * 3_600_000
export const COMPLETION_SECONDS = 5

/** Orders (specification 5, 9). Prices in KRW, integers. */
export const QUANTITY_MIN = 1
export const QUANTITY_MAX = 6
export const CANCEL_DAYS = 180
export const VALID_YEARS = 5
/** What one member may hold at once without having paid: reservations, and orders of counted stock. */
export const HOLDS_MAX = 5
export const QUOTE_TTL_MS = 30 * 60_000
/** An unknown answer of the gateway is settled by then. */
export const RECONCILE_MS = 15 * 60_000

/** Purchases are listed for so long (specification 9), calendar months in Korea. */
export const HISTORY_MONTHS = 3
/** Details of a refund (specification 5, 9), graphemes. */
export const REFUND_TEXT_MAX = 1_000
/** Words with a gift, graphemes. */
export const GIFT_TEXT_MAX = 200

/** Reservations. An unpaid one is kept for a quarter of an hour. */
export const RESERVE_HOLD_MS = 15 * 60_000
/** How far ahead nights and slots are on sale. */
export const RESERVE_AHEAD_DAYS = 180
/** A slot is on sale until this long before it. */
export const RESERVE_LEAD_MS = 60 * 60_000
export const STAY_NIGHTS_MAX = 14
/** Paid in full back until so many hours before use: the guest cancels free of charge. */
export const RESERVE_CANCEL_HOURS = { hotel: 48, tour: 24, activity: 24 } as const
/** A voucher has no day of use that we see: money back within this many days of its payment. */
export const VOUCHER_CANCEL_DAYS = 1
/** A place that has not answered a paid request by then has said no. */
export const RESERVE_ANSWER_MS = 48 * 3_600_000
export const GUEST_WISH_MAX = 300

/** Reviews, graphemes. */
export const REVIEW_MIN = 10
export const REVIEW_MAX = 1_000
export const REVIEW_PHOTOS_MAX = 5

/** Inquiry (specification 5), graphemes. */
export const INQUIRY_MIN = 5
export const INQUIRY_MAX = 2_000
export const INQUIRY_FILES_MAX = 3

/** Uploads. */
export const FILE_MAX_BYTES = 5 * 1024 * 1024
export const FILE_MAX_PIXELS = 40_000_000
/** Decoded: 40 megapixels of 8 bits and three colours, or 20 of 16 bits. */
export const FILE_MAX_DECODED_BYTES = 120_000_000
/** Of an interlaced PNG, which is decoded seven times over and held whole: 16 megapixels of 8 bits. */
export const FILE_MAX_INTERLACED_BYTES = 48_000_000
/** Pictures that one member may keep in a day. */
export const FILE_DAY_BYTES = 50 * 1024 * 1024
/** The longer edge of what is kept. */
export const FILE_EDGE_PX = 2_048
/** An upload that nothing uses is deleted after this. */
export const FILE_UNUSED_MS = 86_400_000

/** Requests. */
export const BODY_MAX_BYTES = 64 * 1024
export const BODY_MAX_DEPTH = 16
export const PAGE_SIZE = 10
export const PAGE_SIZE_MAX = 50
export const PAGE_NUM_MAX = 10_000
export const IDEMPOTENCY_DAYS = 45
/** Personal data beside a living membership (specification 9). */
export const RETENTION_YEARS = 5

/** Outbox (offline promise P10). */
export const OUTBOX_MAX = 200
export const OUTBOX_ARGS_MAX_BYTES = 16 * 1024
export const OUTBOX_LANES = 3
export const OUTBOX_BACKOFF_MAX_MS = 300_000
export const OUTBOX_DRAIN_MS = 25_000
export const OUTBOX_INQUIRY_ASK_MS = 7 * 86_400_000
export const OUTBOX_GIFT_ASK_MS = 86_400_000
export const OUTBOX_UNKNOWN_TRIES = 5

/** The live code. */
export const CODE_PERIOD_MS = 15_000
export const CODE_SKEW_MS = 90_000
/** Two codes show a living phone while its clock is wrong by a day at most. */
export const CODE_SKEW_MAX_MS = 26 * 3_600_000
export const CERTIFICATE_DAYS = 30
export const CERTIFICATE_RENEW_DAYS = 16
export const MOVES_PER_DAY = 3

/** What a member calls one pass of a family, graphemes. */
export const PASS_NAME_MAX = 20

/** Gates and admissions. */
export const GATE_CODE_TTL_MS = 10 * 60_000
export const GATE_LABEL_MAX = 60
export const UNDO_MS = 60_000
export const UNDO_REASON_MAX = 200
/** Longest text that a scan may hold: a live code has 297 letters. */
export const SCAN_MAX = 320
export const JOURNAL_MAX = 50
/** Older entries of a journal go to the desk. */
export const JOURNAL_AGE_MAX_MS = 7 * 86_400_000
/** So long a gate waits for the server's word, then it judges by itself. */
export const GATE_ANSWER_MS = 3_000
/** A gate renews its lists and says that nothing waits this often. */
export const GATE_CONTACT_MS = 5 * 60_000
/** A code for a pass whose phone lost its key. */
export const ONE_TIME_TTL_MS = 10 * 60_000
export const ONE_TIME_PER_DAY = 10
