/** The finished screens, which the accessibility tests visit and `pictures.ts` photographs. */

/**
 * The state that a person has brought about before the screen is shown (`SCREEN_SETUPS`): consents given, code
 * requested, mailbox proven, …
 */
export type ScreenSetup =
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
  viewer: 'visitor' | 'newcomer' | 'member' | 'owner' | 'buyer'
  /** How to reach the screen where its address alone does not lead there (`SCREEN_SETUPS`). */
  setup?: ScreenSetup
  /** The `data-screen` of the rendered screen, where it differs from `path`. */
  ready?: string
}

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/home', viewer: 'visitor' },
  { name: 'home-member', path: '/home', viewer: 'owner' },
  { name: 'attractions', path: '/attractions', viewer: 'visitor' },
  {
    name: 'attraction',
    path: '/attractions/songdo-marine-cable-car',
    viewer: 'member',
    ready: '/attractions/{detail}',
  },
  { name: 'join', path: '/join', viewer: 'visitor' },
  { name: 'join-terms', path: '/join/terms', viewer: 'visitor' },
  { name: 'join-email', path: '/join/auth', viewer: 'newcomer', setup: 'agreed' },
  { name: 'join-code', path: '/join/auth', viewer: 'newcomer', setup: 'code' },
  { name: 'join-password', path: '/join/auth', viewer: 'newcomer', setup: 'password' },
  { name: 'join-name', path: '/join/auth', viewer: 'newcomer', setup: 'name' },
  { name: 'join-completion', path: '/join/completion', viewer: 'newcomer', setup: 'signedUp' },
  { name: 'login', path: '/login', viewer: 'visitor' },
  { name: 'find-password', path: '/login/findPw01', viewer: 'visitor' },
  { name: 'find-password-mailed', path: '/login/findPw02-1', viewer: 'newcomer', setup: 'mailed' },
  { name: 'find-password-no-mail', path: '/login/findPw02-2', viewer: 'newcomer', setup: 'noMail' },
  { name: 'find-password-new', path: '/login/pwReset', viewer: 'newcomer', setup: 'newPassword' },
  { name: 'pass', path: '/pass', viewer: 'visitor' },
  { name: 'pass-detail', path: '/pass/pass-big3-mobile', viewer: 'member', ready: '/pass/{detail}' },
  {
    name: 'payment',
    path: '/pass/paymentInfo?gdsDtlUid=pass-big5-mobile-std&passCnt=2',
    viewer: 'member',
    ready: '/pass/paymentInfo',
  },
  { name: 'payment-unfinished', path: '/pass/paymentstep1', viewer: 'buyer', setup: 'unfinished' },
  { name: 'order-pending', path: '/pass/completed', viewer: 'buyer', setup: 'pending' },
  { name: 'order-paid', path: '/pass/completed', viewer: 'buyer', setup: 'paid' },
  { name: 'order-declined', path: '/pass/completed', viewer: 'buyer', setup: 'declined' },
  { name: 'my-page', path: '/myPage', viewer: 'owner' },
  { name: 'my-pass', path: '/myPage/myPass', viewer: 'owner' },
  { name: 'my-pass-empty', path: '/myPage/myPass', viewer: 'member' },
  { name: 'my-attractions', path: '/myPage/myAttractions', viewer: 'owner' },
  { name: 'outbox', path: '/myPage/outbox', viewer: 'owner' },
  { name: 'inquiry', path: '/service/inquiry', viewer: 'owner' },
  { name: 'my-inquiry', path: '/myPage/inquiry', viewer: 'owner' },
  { name: 'gift', path: '/myPage/gift', viewer: 'owner' },
  { name: 'gift-empty', path: '/myPage/gift', viewer: 'member' },
  { name: 'my-pass-gift', path: '/myPage/myPassGift', viewer: 'owner' },
  { name: 'still-open', path: '/myPage/stillOpen', viewer: 'owner' },
  { name: 'attraction-history', path: '/myPage/attractionHistory', viewer: 'owner' },
  { name: 'notice', path: '/myPage/notice', viewer: 'owner' },
  { name: 'news', path: '/newsFeed', viewer: 'owner' },
  { name: 'setting', path: '/setting', viewer: 'member' },
  { name: 'test', path: '/test', viewer: 'visitor' },
  { name: 'gate', path: '/gate', viewer: 'visitor' },
  { name: 'splash', path: '/splash', viewer: 'visitor' },
  { name: 'load', path: '/load', viewer: 'visitor' },
  { name: 'not-found', path: '/nowhere', viewer: 'visitor', ready: '404' },
]
