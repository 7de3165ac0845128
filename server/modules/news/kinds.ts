import type { NEWS_TYPES } from '#contract/calls/newsfeed.ts'
import type { Texts } from '#contract/locales.ts'
import type { LetterId } from '#server/outside/mail/letters.ts'

/**
 * What each kind of news needs to be said. Names that end with `At` are instants (ms UTC, said in Korean time), `amount`
 * is KRW, `Texts` a name in every language; the rest stands as it is.
 */
export interface NewsValues {
  /** `pass` is the type as it is called: 24H, 48H, Big3, Big5. */
  pass_activated: { pass: string; expiresAt: number }
  pass_expiring: { pass: string; expiresAt: number }
  pass_expired: { pass: string }
  pass_moved: { pass: string }
  /** `place`: the exchange desk. */
  card_picked_up: { pass: string; place: Texts }
  coupon_issued: { coupon: Texts }
  /** `sender` and `recipient` as they are called. */
  gift_received: { pass: string; sender: string }
  gift_accepted: { pass: string; recipient: string }
  gift_declined: { pass: string; recipient: string }
  gift_cancelled: { pass: string; sender: string }
  /** `number` is the reservation's as shown to people. */
  reservation_confirmed: { goods: Texts; number: string }
  reservation_cancelled: { goods: Texts; number: string }
  refund_completed: { number: string; amount: number }
  refund_denied: { number: string }
  /** `number`: Q-000123. */
  inquiry_answered: { number: string }
  sign_in_new_device: { signedInAt: number }
  /** Many wrong passwords were tried. */
  sign_in_failures: { failedAt: number }
}

export type NewsKind = keyof NewsValues

/**
 * How a kind is filed, where it leads, and for how many hours it is worth a knock on the phone; null: it knocks not.
 * `letter`: it is mailed too, because it concerns the safety of the account.
 */
interface Way {
  type: (typeof NEWS_TYPES)[number]
  path: string
  pushHours: number | null
  letter?: LetterId
}

/** Leads to My Page until the screen exists (docs/withheld-texts.md). */
const NO_SCREEN_YET = '/myPage'

export const NEWS: Readonly<Record<NewsKind, Way>> = {
  pass_activated: { type: 'noti', path: '/myPage/myPass', pushHours: 24 },
  pass_expiring: { type: 'noti', path: '/myPage/myPass', pushHours: 6 },
  pass_expired: { type: 'noti', path: '/myPage/myPass', pushHours: 24 },
  pass_moved: { type: 'noti', path: '/myPage/myPass', pushHours: 24, letter: 'passMoved' },
  card_picked_up: { type: 'noti', path: NO_SCREEN_YET, pushHours: 24 },
  coupon_issued: { type: 'coupon', path: NO_SCREEN_YET, pushHours: 24 },
  gift_received: { type: 'event', path: '/myPage/gift', pushHours: 24 },
  gift_accepted: { type: 'event', path: '/myPage/gift', pushHours: null },
  gift_declined: { type: 'event', path: '/myPage/gift', pushHours: null },
  gift_cancelled: { type: 'event', path: '/myPage/gift', pushHours: null },
  reservation_confirmed: { type: 'reserve', path: NO_SCREEN_YET, pushHours: 24 },
  reservation_cancelled: { type: 'reserve', path: NO_SCREEN_YET, pushHours: null },
  refund_completed: { type: 'noti', path: NO_SCREEN_YET, pushHours: null },
  refund_denied: { type: 'noti', path: NO_SCREEN_YET, pushHours: null },
  inquiry_answered: { type: 'noti', path: '/myPage/inquiry', pushHours: 24 },
  sign_in_new_device: { type: 'noti', path: '/myPage', pushHours: 24, letter: 'newSignIn' },
  sign_in_failures: { type: 'noti', path: '/myPage', pushHours: 24, letter: 'signInFailures' },
}

export const isNewsKind = (kind: string): kind is NewsKind => Object.hasOwn(NEWS, kind)
