/** The finished screens, which the accessibility tests visit and `pictures.ts` photographs. */

/**
 * The state that a person has brought about before the screen is shown (`WAYS`): consents given, code requested,
 * mailbox proven, …
 */
export type Way =
  | 'agreed'
  | 'code'
  | 'password'
  | 'name'
  | 'signedUp'
  | 'mailed'
  | 'noMail'
  | 'newPassword'
  | 'unfinished'
  | 'pending'
  | 'paid'
  | 'declined'

export interface Screen {
  name: string
  path: string
  /**
   * Who sees the screen. An `owner` has a pass on this phone; a `buyer` buys another one each time; a `newcomer` gets a
   * new browser each time, because the way there signs in.
   */
  as: 'visitor' | 'newcomer' | 'member' | 'owner' | 'buyer'
  /** How to reach the screen where its address alone does not lead there (`WAYS`). */
  way?: Way
  /** The `data-screen` of the rendered screen, where it differs from `path`. */
  ready?: string
}

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/home', as: 'visitor' },
  { name: 'home-member', path: '/home', as: 'owner' },
  { name: 'attractions', path: '/attractions', as: 'visitor' },
  { name: 'attraction', path: '/attractions/songdo-marine-cable-car', as: 'member', ready: '/attractions/{detail}' },
  { name: 'join', path: '/join', as: 'visitor' },
  { name: 'join-terms', path: '/join/terms', as: 'visitor' },
  { name: 'join-email', path: '/join/auth', as: 'newcomer', way: 'agreed' },
  { name: 'join-code', path: '/join/auth', as: 'newcomer', way: 'code' },
  { name: 'join-password', path: '/join/auth', as: 'newcomer', way: 'password' },
  { name: 'join-name', path: '/join/auth', as: 'newcomer', way: 'name' },
  { name: 'join-completion', path: '/join/completion', as: 'newcomer', way: 'signedUp' },
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'find-password', path: '/login/findPw01', as: 'visitor' },
  { name: 'find-password-mailed', path: '/login/findPw02-1', as: 'newcomer', way: 'mailed' },
  { name: 'find-password-no-mail', path: '/login/findPw02-2', as: 'newcomer', way: 'noMail' },
  { name: 'find-password-new', path: '/login/pwReset', as: 'newcomer', way: 'newPassword' },
  { name: 'pass', path: '/pass', as: 'visitor' },
  { name: 'pass-detail', path: '/pass/pass-big3-mobile', as: 'member', ready: '/pass/{detail}' },
  {
    name: 'payment',
    path: '/pass/paymentInfo?gdsDtlUid=pass-big5-mobile-std&passCnt=2',
    as: 'member',
    ready: '/pass/paymentInfo',
  },
  { name: 'payment-unfinished', path: '/pass/paymentstep1', as: 'buyer', way: 'unfinished' },
  { name: 'order-pending', path: '/pass/completed', as: 'buyer', way: 'pending' },
  { name: 'order-paid', path: '/pass/completed', as: 'buyer', way: 'paid' },
  { name: 'order-declined', path: '/pass/completed', as: 'buyer', way: 'declined' },
  { name: 'my-page', path: '/myPage', as: 'owner' },
  { name: 'my-pass', path: '/myPage/myPass', as: 'owner' },
  { name: 'my-pass-empty', path: '/myPage/myPass', as: 'member' },
  { name: 'my-attractions', path: '/myPage/myAttractions', as: 'owner' },
  { name: 'outbox', path: '/myPage/outbox', as: 'owner' },
  { name: 'inquiry', path: '/service/inquiry', as: 'owner' },
  { name: 'my-inquiry', path: '/myPage/inquiry', as: 'owner' },
  { name: 'gift', path: '/myPage/gift', as: 'owner' },
  { name: 'gift-empty', path: '/myPage/gift', as: 'member' },
  { name: 'my-pass-gift', path: '/myPage/myPassGift', as: 'owner' },
  { name: 'still-open', path: '/myPage/stillOpen', as: 'owner' },
  { name: 'attraction-history', path: '/myPage/attractionHistory', as: 'owner' },
  { name: 'notice', path: '/myPage/notice', as: 'owner' },
  { name: 'news', path: '/newsFeed', as: 'owner' },
  { name: 'setting', path: '/setting', as: 'member' },
  { name: 'test', path: '/test', as: 'visitor' },
  { name: 'gate', path: '/gate', as: 'visitor' },
  { name: 'splash', path: '/splash', as: 'visitor' },
  { name: 'load', path: '/load', as: 'visitor' },
  { name: 'not-found', path: '/nowhere', as: 'visitor', ready: '404' },
]
