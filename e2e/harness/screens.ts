import { addressesOfScreens, isGuarded } from './routeFiles.ts'

/** The finished screens, which the tests of accessibility and layout visit and `pictures.ts` photographs. */

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

/** Screens that their address alone does not open, screens with several states, and those that need another viewer. */
const LISTED: readonly Screen[] = [
  { name: 'home', path: '/home', viewer: 'visitor' },
  { name: 'home-member', path: '/home', viewer: 'owner' },
  {
    name: 'attraction',
    path: '/attractions/songdo-marine-cable-car',
    viewer: 'member',
    ready: '/attractions/{detail}',
  },
  { name: 'join-email', path: '/join/auth', viewer: 'newcomer', setup: 'agreed' },
  { name: 'join-code', path: '/join/auth', viewer: 'newcomer', setup: 'code' },
  { name: 'join-password', path: '/join/auth', viewer: 'newcomer', setup: 'password' },
  { name: 'join-name', path: '/join/auth', viewer: 'newcomer', setup: 'name' },
  { name: 'join-completion', path: '/join/completion', viewer: 'newcomer', setup: 'signedUp' },
  { name: 'find-password-mailed', path: '/login/findPw02-1', viewer: 'newcomer', setup: 'mailed' },
  { name: 'find-password-no-mail', path: '/login/findPw02-2', viewer: 'newcomer', setup: 'noMail' },
  { name: 'find-password-new', path: '/login/pwReset', viewer: 'newcomer', setup: 'newPassword' },
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
  { name: 'my-pass', path: '/myPage/myPass', viewer: 'owner' },
  { name: 'my-pass-empty', path: '/myPage/myPass', viewer: 'member' },
  { name: 'gift', path: '/myPage/gift', viewer: 'owner' },
  { name: 'gift-empty', path: '/myPage/gift', viewer: 'member' },
  { name: 'service-inquiry', path: '/service/inquiry', viewer: 'owner' },
  { name: 'setting', path: '/setting', viewer: 'member' },
  { name: 'not-found', path: '/nowhere', viewer: 'visitor', ready: '404' },
]

/** Returns the `data-screen` of a screen. */
export const readyOf = ({ path, ready = path }: Screen): string => ready

const listedAddresses = new Set(LISTED.map(readyOf))

/** `/myPage/stillOpen` → `still-open`, `/join/terms` → `join-terms`. */
const nameOf = (address: string): string =>
  address
    .replace(/^\/myPage(?=\/)/, '')
    .slice(1)
    .replaceAll('/', '-')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** All other screens: opened by their address, for an owner where a guard keeps visitors out. */
const byAddress = addressesOfScreens
  .filter((address) => !listedAddresses.has(address) && !address.includes('{'))
  .map((address): Screen => ({
    name: nameOf(address),
    path: address,
    viewer: isGuarded(address) ? 'owner' : 'visitor',
  }))

export const SCREENS: readonly Screen[] = [...LISTED, ...byAddress]
