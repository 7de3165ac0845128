/** Every constant that a person, a peer or a test could ask about. Units in the names or beside them. */

/** Tokens and their cookies (specification 9), seconds. */
export const ACCESS_TOKEN_S = 43_200
export const REFRESH_TOKEN_S = 2_592_000
/** Without "keep me signed in": a session cookie, and a refresh token of this age. */
export const REFRESH_TOKEN_BRIEF_S = 43_200
export const ACCESS_COOKIE = 'accessToken'
export const REFRESH_COOKIE = 'refreshToken'

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
export const NAME_MAX = 64
export const EMAIL_MAX = 254
export const COMPLETION_SECONDS = 5

/** Orders (specification 5, 9). Prices in KRW, integers. */
export const QUANTITY_MIN = 1
export const QUANTITY_MAX = 6
export const CANCEL_DAYS = 180
export const VALID_YEARS = 5
export const QUOTE_TTL_MS = 30 * 60_000
/** An unknown answer of the gateway is settled by then. */
export const RECONCILE_MS = 15 * 60_000

/** Inquiry (specification 5), graphemes. */
export const INQUIRY_MIN = 5
export const INQUIRY_MAX = 2_000

/** Requests. */
export const BODY_MAX_BYTES = 64 * 1024
export const BODY_MAX_DEPTH = 16
export const PAGE_SIZE = 10
export const PAGE_SIZE_MAX = 50
export const PAGE_NUM_MAX = 10_000
export const IDEMPOTENCY_DAYS = 45

/** Outbox (offline promise P10). */
export const OUTBOX_MAX = 200
export const OUTBOX_ARGS_MAX_BYTES = 16 * 1024
export const OUTBOX_LANES = 3
export const OUTBOX_BACKOFF_MAX_MS = 300_000
export const OUTBOX_DRAIN_MS = 25_000
export const OUTBOX_INQUIRY_ASK_MS = 7 * 86_400_000
export const OUTBOX_UNKNOWN_TRIES = 5

/** The live code. */
export const CODE_PERIOD_MS = 15_000
export const CODE_SKEW_MS = 90_000
export const CERTIFICATE_DAYS = 30
export const CERTIFICATE_RENEW_DAYS = 16
export const MOVES_PER_DAY = 3
