/** The finished screens: what the accessibility tests walk through and the pictures show. */

export interface Screen {
  name: string
  path: string
  /** Who sees it. `owner` has a pass on this phone. */
  as: 'visitor' | 'member' | 'owner'
  /** The `data-screen` that is there once it is drawn. */
  ready?: string
}

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/home', as: 'visitor' },
  { name: 'home-member', path: '/home', as: 'owner' },
  { name: 'attractions', path: '/attractions', as: 'visitor' },
  { name: 'attraction', path: '/attractions/songdo-marine-cable-car', as: 'member', ready: '/attractions/{detail}' },
  { name: 'join', path: '/join', as: 'visitor' },
  { name: 'join-terms', path: '/join/terms', as: 'visitor' },
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'pass', path: '/pass', as: 'visitor' },
  { name: 'pass-detail', path: '/pass/pass-big3-mobile', as: 'member', ready: '/pass/{detail}' },
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
