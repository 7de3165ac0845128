import type { NEWS_TYPES } from '#contract/calls/newsfeed.ts'
import type { Texts } from '#contract/locales.ts'
import type { LetterId } from '#server/outside/mail/letters.ts'

/**
 * The values that each kind of news inserts into its text. Names that end with `At` are instants (ms UTC, shown in
 * Korean time), `amount` is KRW, `Texts` is a name in every language; all others are inserted unchanged.
 */
export interface NewsValues {
  /** `pass`: the type as visitors read it: 24H, 48H, Big3, Big5. */
  pass_activated: { pass: string; expiresAt: number }
  pass_expiring: { pass: string; expiresAt: number }
  pass_expired: { pass: string }
  pass_moved: { pass: string }
  /** `place`: the exchange desk. */
  card_picked_up: { pass: string; place: Texts }
  coupon_issued: { coupon: Texts }
  /** `lastDayAt`: the end of the last day on which the points are valid. */
  points_expiring: { points: number; lastDayAt: number }
  /** `sender` and `recipient`: names to display. */
  gift_received: { pass: string; sender: string }
  gift_accepted: { pass: string; recipient: string }
  gift_declined: { pass: string; recipient: string }
  gift_cancelled: { pass: string; sender: string }
  /** Of a gift by link: the first opening, the acceptance (one for each side), and the end of the link. */
  gift_link_opened: { pass: string }
  gift_link_accepted: { pass: string }
  gift_link_received: { pass: string; sender: string }
  gift_link_expired: { pass: string }
  /** `number`: the reservation number that people read. */
  reservation_confirmed: { goods: Texts; number: string }
  reservation_cancelled: { goods: Texts; number: string }
  refund_completed: { number: string; amount: number }
  /** A completed refund of an order that charged nothing. */
  refund_nothing: { number: string }
  refund_denied: { number: string }
  /** `number`: Q-000123. */
  inquiry_answered: { number: string }
  /** `path`: the page of the goods, which the entry opens. */
  question_answered: { goods: Texts; path: string }
  sign_in_new_device: { signedInAt: number }
  /** Many wrong passwords were tried. */
  sign_in_failures: { failedAt: number }
  passkey_added: { addedAt: number }
  passkey_deleted: { deletedAt: number }
  /** Consent to news and offers: given, withdrawn, and the reminder of it every two years. */
  marketing_agreed: { agreedAt: number }
  marketing_withdrawn: { withdrawnAt: number }
  marketing_reminder: { agreedAt: number }
  /** An operator's offer: title, content and path are those of the campaign. */
  offer: { campaign: string }
}

export type NewsKind = keyof NewsValues

/**
 * Filter and link of a kind, which a value `path` of the entry replaces, and for how many hours a push is useful; null: no push. `letter`: also mailed, because it
 * concerns the security of the account, a pass or money.
 */
interface Way {
  type: (typeof NEWS_TYPES)[number]
  path: string
  pushHours: number | null
  letter?: LetterId
}

export const NEWS: Readonly<Record<NewsKind, Way>> = {
  pass_activated: { type: 'noti', path: '/myPage/myPass', pushHours: 24 },
  pass_expiring: { type: 'noti', path: '/myPage/myPass', pushHours: 6 },
  pass_expired: { type: 'noti', path: '/myPage/myPass', pushHours: 24 },
  pass_moved: { type: 'noti', path: '/myPage/myPass', pushHours: 24, letter: 'passMoved' },
  card_picked_up: { type: 'noti', path: '/myPage/realCard', pushHours: 24 },
  coupon_issued: { type: 'coupon', path: '/myPage/coupon', pushHours: 24 },
  points_expiring: { type: 'noti', path: '/myPage/points', pushHours: null },
  gift_received: { type: 'event', path: '/myPage/gift', pushHours: 24, letter: 'giftReceived' },
  gift_accepted: { type: 'event', path: '/myPage/gift', pushHours: null, letter: 'giftAccepted' },
  gift_declined: { type: 'event', path: '/myPage/gift', pushHours: null, letter: 'giftDeclined' },
  gift_cancelled: { type: 'event', path: '/myPage/gift', pushHours: null },
  gift_link_opened: { type: 'event', path: '/myPage/gift', pushHours: null },
  gift_link_accepted: { type: 'event', path: '/myPage/gift', pushHours: null, letter: 'giftLinkAccepted' },
  gift_link_received: { type: 'event', path: '/myPage/myPass', pushHours: null },
  gift_link_expired: { type: 'event', path: '/myPage/gift', pushHours: 24, letter: 'giftLinkExpired' },
  reservation_confirmed: {
    type: 'reserve',
    path: '/myPage/reservations',
    pushHours: 24,
    letter: 'reservationConfirmed',
  },
  reservation_cancelled: { type: 'reserve', path: '/myPage/reservations', pushHours: null },
  refund_completed: {
    type: 'noti',
    path: '/myPage/purchaseHistory',
    pushHours: null,
    letter: 'refundCompleted',
  },
  refund_nothing: { type: 'noti', path: '/myPage/purchaseHistory', pushHours: null, letter: 'refundNothing' },
  refund_denied: { type: 'noti', path: '/myPage/purchaseHistory', pushHours: null, letter: 'refundDenied' },
  inquiry_answered: { type: 'noti', path: '/myPage/inquiry', pushHours: 24 },
  question_answered: { type: 'noti', path: '/hotel', pushHours: 24 },
  sign_in_new_device: { type: 'noti', path: '/myPage', pushHours: 24, letter: 'newSignIn' },
  sign_in_failures: { type: 'noti', path: '/myPage', pushHours: 24, letter: 'signInFailures' },
  passkey_added: { type: 'noti', path: '/myPage/changingInfo', pushHours: 24, letter: 'passkeyAdded' },
  passkey_deleted: { type: 'noti', path: '/myPage/changingInfo', pushHours: 24, letter: 'passkeyDeleted' },
  marketing_agreed: { type: 'noti', path: '/myPage/myInfo', pushHours: null, letter: 'marketingAgreed' },
  marketing_withdrawn: { type: 'noti', path: '/myPage/myInfo', pushHours: null, letter: 'marketingWithdrawn' },
  marketing_reminder: { type: 'noti', path: '/myPage/myInfo', pushHours: null, letter: 'marketingReminder' },
  offer: { type: 'ad', path: '/promotion', pushHours: 24 },
}

/** Returns whether this release knows a kind of news. */
export const isNewsKind = (kind: string): kind is NewsKind => Object.hasOwn(NEWS, kind)
