/** Limits and durations that client, server and tests share. Units are in the names or in the comments. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

/** Lifetimes of tokens and their cookies (spec 9.19, 9.20), seconds. */
export const ACCESS_TOKEN_S = 43_200
export const REFRESH_TOKEN_S = 2_592_000
/** Lifetime of the refresh token without “keep me signed in”; its cookie is then a session cookie (spec 4.31). */
export const REFRESH_TOKEN_BRIEF_S = 43_200
export const ACCESS_COOKIE = 'accessToken'
export const REFRESH_COOKIE = 'refreshToken'
/**
 * Marks a browser that a member has signed in on, so that wrong passwords from elsewhere do not throttle it. It
 * authenticates nobody.
 */
export const KNOWN_PHONE_COOKIE = 'knownPhone'
export const KNOWN_PHONE_S = 180 * 86_400

/** Client (spec 9.21, 9.23), ms. */
export const REQUEST_TIMEOUT_MS = 10_000
/** After a chunk failed to load, the page reloads itself at most once in this time. */
export const CHUNK_RELOAD_MS = 60_000

/** Sign-up (spec 5.3, 5.4). */
export const CERT_DIGITS = 6
export const CERT_TTL_MS = 5 * MINUTE_MS
/** Tries at one mailed code. */
export const CERT_TRIES = 5
/** Pause before the next code can be mailed to the same address. */
export const CERT_RESEND_MS = 60_000
/** Lifetime of the proof of a mailbox (`certUid`, `snsUid`): the time to finish signing up. */
export const CERT_PROOF_MS = 30 * MINUTE_MS
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Number of most common passwords that are refused, also with decorations (`isCommonPassword`). */
export const COMMON_PASSWORDS = 3_000
/** Surname or given name, graphemes. */
export const NAME_MAX = 64
export const EMAIL_MAX = 254
export const TEMPORARY_PASSWORD_MS = 30 * MINUTE_MS
/** Time to complete a social sign-in. */
export const SNS_FLOW_MS = 10 * MINUTE_MS
/** Age up to which a sign-in counts as proof of identity for deleting the account. */
export const FRESH_SIGN_IN_MS = 5 * MINUTE_MS
/** Age of a sign-in up to which it makes a link for a phone without the password. */
export const PHONE_LINK_FRESH_MS = HOUR_MS
/** Lifetime of a link that signs a phone in. */
export const PHONE_LINK_MS = 10 * MINUTE_MS
/** Passkeys of one member. */
export const PASSKEYS_MAX = 10
/** Name of a passkey, graphemes. */
export const PASSKEY_NAME_MAX = 20
/** Time to answer the challenge of a passkey. */
export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS
/** The member's data is erased at most this long after the withdrawal. */
export const ERASED_WITHIN_MS = 24 * HOUR_MS
/**
 * The screen after signing up leads on by itself after this: time enough to reach its Pause button with a keyboard or a
 * screen reader (WCAG 2.2.1).
 */
export const COMPLETION_SECONDS = 20

/** Orders (spec 5.17, 9.3, 9.7). Prices in KRW, integers. */
export const QUANTITY_MIN = 1
export const QUANTITY_MAX = 6
/** Days after payment in which unused passes are refunded by rule; later the desk decides. */
export const CANCEL_DAYS = 180
/** A member is reminded of points this many days before they expire. */
export const POINTS_REMIND_DAYS = 30
/** Years after the purchase in which a pass can be started. */
export const VALID_YEARS = 5
/** Money on a card pass for public transport, KRW (spec 9.5); the seed's `transitPrechargeKrw` is equal to it. */
export const CARD_BALANCE_KRW = 5_000
/** Unpaid reservations and orders of counted stock that one member may hold at once. */
export const HOLDS_MAX = 5
/** Lines of a cart: each may be a hold. */
export const CART_LINES_MAX = HOLDS_MAX
export const QUOTE_TTL_MS = 30 * MINUTE_MS
/** An order that the gateway reports as neither paid nor authorised is cancelled after this. */
export const RECONCILE_MS = 15 * MINUTE_MS

/** Age up to which purchases are listed (spec 9.11), calendar months in Korea. */
export const HISTORY_MONTHS = 3
/** Details of a refund (spec 5.9), graphemes. */
export const REFUND_TEXT_MAX = 1_000
/** Message of a gift, graphemes. */
export const GIFT_TEXT_MAX = 200
/** How long a gift by link can be accepted, at most: not beyond the last day on which its pass can be started. */
export const GIFT_LINK_MS = 14 * DAY_MS
/** Random bytes in the link of a gift. */
export const GIFT_KEY_BYTES = 24

/** How long an unpaid reservation holds its rooms or seats. */
export const RESERVE_HOLD_MS = 10 * MINUTE_MS
/** How far ahead nights and slots are on sale. */
export const RESERVE_AHEAD_DAYS = 180
/** Sales of a slot close this long before it begins. */
export const RESERVE_LEAD_MS = 60 * MINUTE_MS
/** The same where the place confirms: it must answer an hour before the start, and paying takes time too. */
export const RESERVE_REQUEST_LEAD_MS = 3 * HOUR_MS
export const STAY_NIGHTS_MAX = 14
/** Hours before use until which a guest can cancel for a full refund. */
export const RESERVE_CANCEL_HOURS = { hotel: 48, tour: 24, activity: 24 } as const
/** Days after payment in which a voucher is refunded; we do not learn when it is used. */
export const VOUCHER_CANCEL_DAYS = 1
/** A paid request that the place has not answered within this counts as declined. */
export const RESERVE_ANSWER_MS = 48 * HOUR_MS
/** Request of a guest to the place, graphemes. */
export const GUEST_WISH_MAX = 300

/** Reviews, graphemes. */
export const REVIEW_MIN = 10
export const REVIEW_MAX = 1_000
export const REVIEW_PHOTOS_MAX = 5

/** Inquiry (spec 5.8), graphemes. */
export const INQUIRY_MIN = 5
export const INQUIRY_MAX = 2_000
export const INQUIRY_FILES_MAX = REVIEW_PHOTOS_MAX

/** Uploads. */
export const FILE_MAX_BYTES = 5 * 1024 * 1024
export const FILE_MAX_PIXELS = 40_000_000
/** Size once decoded: 40 megapixels of three 8-bit channels, or 20 of 16-bit ones. */
export const FILE_MAX_DECODED_BYTES = 120_000_000
/** The same for an interlaced PNG, which is decoded in seven passes and held whole: 16 megapixels of 8 bits. */
export const FILE_MAX_INTERLACED_BYTES = 48_000_000
/** Quota of one member's uploads in a day. */
export const FILE_DAY_BYTES = 50 * 1024 * 1024
/** Longer edge of a stored picture. */
export const FILE_EDGE_PX = 2_048
/** An upload that nothing refers to is deleted after this. */
export const FILE_UNUSED_MS = DAY_MS

/** Photos of attractions and goods, which operators add. */
export const PHOTO_MAX_BYTES = 20 * 1024 * 1024
/** Widths in which a photo is served, in pixels; a narrower original also in its own. The first is its least width. */
export const PHOTO_WIDTHS = [480, 960, 1_600] as const
/** Most that the longer edge of a photo is of the shorter one. */
export const PHOTO_RATIO_MAX = 3
/** Photos of one record. */
export const PHOTOS_MAX = 12
/** Graphemes. */
export const PHOTO_ALT_MAX = 250
export const PHOTO_CREDIT_MAX = 80

/** Requests. */
export const BODY_MAX_BYTES = 64 * 1024
/** Nested objects and lists of a JSON body. */
export const BODY_MAX_DEPTH = 16
export const PAGE_SIZE = 10
export const PAGE_SIZE_MAX = 50
export const PAGE_NUM_MAX = 10_000
/** How long the answer to an idempotency key is stored. */
export const IDEMPOTENCY_DAYS = 45
/** Members are reminded of their consent to news and offers this often (decision 0338), this long before the day. */
export const MARKETING_REMINDER_YEARS = 2
export const MARKETING_REMINDER_AHEAD_MS = 14 * DAY_MS
/** Offers are pushed between these hours in Korea (Network Act Art. 50(3), decision 0354). */
export const OFFERS_FROM_HOUR = 8
export const OFFERS_UNTIL_HOUR = 21
/** How long records with personal data are kept while the membership lasts (spec 9.13). */
export const RETENTION_YEARS = 5

/** Outbox (P10): waiting actions of one member on one phone. */
export const OUTBOX_MAX = 200
/** Arguments of one action. */
export const OUTBOX_ARGS_MAX_BYTES = 16 * 1024
/** Lanes that are sent at the same time. */
export const OUTBOX_LANES = 3
export const OUTBOX_BACKOFF_MAX_MS = 300_000
/** One run of sending starts no further action after this. */
export const OUTBOX_DRAIN_MS = 25_000
/** An inquiry, or an action on a gift, that waited longer than this asks its author before it is sent (O38). */
export const OUTBOX_INQUIRY_ASK_MS = 7 * DAY_MS
export const OUTBOX_GIFT_ASK_MS = DAY_MS
/** Photos of inquiries that wait on one phone, or are still being written. */
export const WAITING_PHOTOS_MAX = 50
/** Sent and seen photos of inquiries that a phone keeps for showing them offline: the newest. */
export const SEEN_PHOTOS_MAX = 20
/** Photos of an inquiry that was never sent are deleted from the phone after this. */
export const DRAFT_PHOTOS_MS = 7 * DAY_MS
/** After this many answers with a code that the build does not know, the action asks its author. */
export const OUTBOX_UNKNOWN_TRIES = 5

/** The live code: a phone draws a new one in each period. */
export const CODE_PERIOD_MS = 15_000
/** Difference from the gate's clock up to which a code is admitted by its time alone. */
export const CODE_SKEW_MS = 90_000
/** Up to this skew, two codes in a row can prove a phone whose clock is wrong by a day; beyond it a code is refused. */
export const CODE_SKEW_MAX_MS = 26 * HOUR_MS
export const CERTIFICATE_DAYS = 30
/** A certificate that is good for less than this is renewed. */
export const CERTIFICATE_RENEW_DAYS = 16
/** Moves of one pass to another phone in 24 h. */
export const MOVES_PER_DAY = 3

/** Name that a member gives a pass, graphemes. */
export const PASS_NAME_MAX = 20

/** Gates and admissions. */
export const GATE_CODE_TTL_MS = 10 * MINUTE_MS
export const GATE_LABEL_MAX = 60
/** Staff can undo an entry within this. */
export const UNDO_MS = 60_000
export const UNDO_REASON_MAX = 200
/** Maximum length of a scanned text; a live code has up to 297 letters. */
export const SCAN_MAX = 320
/** Entries in one upload of a journal. */
export const JOURNAL_MAX = 50
/** Journal entries older than this go to the desk. */
export const JOURNAL_AGE_MAX_MS = 7 * DAY_MS
/** Timeout of the server's verdict; after it the gate judges by itself. */
export const GATE_ANSWER_MS = 3_000
/** Interval at which an idle gate renews its lists and reports an empty journal. */
export const GATE_CONTACT_MS = 5 * MINUTE_MS
/** One-time code: for a pass whose phone lost its key. */
export const ONE_TIME_TTL_MS = 10 * MINUTE_MS
/** One-time codes of one pass in 24 h. */
export const ONE_TIME_PER_DAY = 10
/** Lifetime of the link to the file of a pass for Apple Wallet. */
export const WALLET_LINK_MS = 5 * MINUTE_MS
/** How long the code of a wallet pass that was ended is still refused as such; later it is unknown. */
export const WALLET_ENDED_DAYS = 90
