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
  | 'foundId'
  | 'noId'
  | 'cancelledSocial'
  | 'lostSocial'
  | 'mailed'
  | 'noMail'
  | 'newPassword'
  | 'unfinished'
  | 'pending'
  | 'paid'
  | 'declined'
  | 'linkedGift'
  | 'purchase'
  | 'refund'
  | 'refunded'
  | 'realCard'
  | 'voucher'
  | 'cardGift'
  | 'reservations'
  | 'reservation'
  | 'goodsVoucher'
  | 'goodsCode'
  | 'goodsLive'
  | 'reserveStep'
  | 'payStep'
  | 'cart'
  | 'cartPaid'

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
  { name: 'course', path: '/recommend/friends-three-nights', viewer: 'visitor', ready: '/recommend/{detail}' },
  { name: 'travel-article', path: '/travelInfo/ti-haeundae-beach', viewer: 'visitor', ready: '/travelInfo/{detail}' },
  { name: 'hotels', path: '/hotel', viewer: 'visitor' },
  { name: 'hotels-none', path: '/hotel?district=jung&upTo=50000', viewer: 'visitor', ready: '/hotel' },
  { name: 'hotel-detail', path: '/hotel/park-hyatt-busan', viewer: 'visitor', ready: '/hotel/{goodsId}' },
  { name: 'tours', path: '/tour', viewer: 'visitor' },
  { name: 'tour-detail', path: '/tour/tour-east-coast-day?count=2', viewer: 'visitor', ready: '/tour/{goodsId}' },
  { name: 'activities', path: '/activity', viewer: 'visitor' },
  { name: 'activity-detail', path: '/activity/act-yacht-sunset', viewer: 'visitor', ready: '/activity/{goodsId}' },
  { name: 'vouchers', path: '/voucher', viewer: 'visitor' },
  { name: 'voucher-detail', path: '/voucher/vo-aquarium-family', viewer: 'visitor', ready: '/voucher/{goodsId}' },
  {
    name: 'review',
    path: '/hotel/park-hyatt-busan?step=review&rsvtUid=019bd000-0000-7000-8000-000000000000',
    viewer: 'member',
    ready: '/hotel/{goodsId}',
  },
  {
    name: 'inquiry-goods',
    path: '/service/inquiry?goods=park-hyatt-busan',
    viewer: 'owner',
    ready: '/service/inquiry',
  },
  { name: 'search', path: '/searchView', viewer: 'visitor' },
  { name: 'search-results', path: '/searchView?q=haeundae', viewer: 'visitor', ready: '/searchView' },
  { name: 'search-none', path: '/searchView?q=zzz', viewer: 'visitor', ready: '/searchView' },
  { name: 'directions', path: '/directions', viewer: 'visitor' },
  { name: 'directions-route', path: '/directions?from=095&to=K119', viewer: 'visitor', ready: '/directions' },
  { name: 'which-pass', path: '/whichPass', viewer: 'visitor' },
  {
    name: 'which-pass-plan',
    path: '/whichPass?places=haeundae-beach-train.sea-life-busan_busan-x-the-sky.lotte-world-busan&people=2',
    viewer: 'visitor',
    ready: '/whichPass',
  },
  { name: 'map', path: '/map', viewer: 'visitor' },
  { name: 'map-place', path: '/map?place=songdo-marine-cable-car', viewer: 'visitor', ready: '/map' },
  { name: 'map-empty', path: '/map?category=adults_only&group=A', viewer: 'visitor', ready: '/map' },
  { name: 'join-email', path: '/join/auth', viewer: 'newcomer', setup: 'agreed' },
  { name: 'join-code', path: '/join/auth', viewer: 'newcomer', setup: 'code' },
  { name: 'join-password', path: '/join/auth', viewer: 'newcomer', setup: 'password' },
  { name: 'join-name', path: '/join/auth', viewer: 'newcomer', setup: 'name' },
  { name: 'join-completion', path: '/join/completion', viewer: 'newcomer', setup: 'signedUp' },
  { name: 'find-id-found', path: '/login/findId02-1', viewer: 'newcomer', setup: 'foundId' },
  { name: 'find-id-none', path: '/login/findId02-2', viewer: 'newcomer', setup: 'noId' },
  { name: 'login-sns-fail', path: '/login/snsFail', viewer: 'newcomer', setup: 'cancelledSocial' },
  { name: 'login-sns-success', path: '/login/snsSuccess', viewer: 'newcomer', setup: 'lostSocial' },
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
  { name: 'purchase-history-empty', path: '/myPage/purchaseHistory', viewer: 'member' },
  { name: 'purchase-history', path: '/myPage/purchaseHistory', viewer: 'owner' },
  { name: 'purchase-detail', path: '/myPage/purchase_detail', viewer: 'buyer', setup: 'purchase' },
  { name: 'refund', path: '/myPage/refund', viewer: 'buyer', setup: 'refund' },
  { name: 'refund-completed', path: '/myPage/refundCompleted', viewer: 'buyer', setup: 'refunded' },
  { name: 'my-pass', path: '/myPage/myPass', viewer: 'owner' },
  { name: 'my-pass-empty', path: '/myPage/myPass', viewer: 'member' },
  { name: 'real-card', path: '/myPage/realCard', viewer: 'buyer', setup: 'realCard' },
  { name: 'real-card-empty', path: '/myPage/realCard', viewer: 'member' },
  { name: 'real-card-gift', path: '/myPage/realCardGift', viewer: 'buyer', setup: 'cardGift' },
  { name: 'voucher', path: '/myPage/voucher', viewer: 'buyer', setup: 'voucher' },
  { name: 'gift', path: '/myPage/gift', viewer: 'owner' },
  { name: 'gift-empty', path: '/myPage/gift', viewer: 'member' },
  { name: 'gift-link', path: '/gift', viewer: 'newcomer', setup: 'linkedGift' },
  { name: 'gift-link-invalid', path: '/gift', viewer: 'visitor' },
  { name: 'service-inquiry', path: '/service/inquiry', viewer: 'owner' },
  { name: 'service-faq', path: '/service/faq?question=faq-04', viewer: 'visitor', ready: '/service/faq' },
  {
    name: 'notice-detail',
    path: '/service/notice_detail?id=notice-2026-07-typhoon',
    viewer: 'visitor',
    ready: '/service/notice_detail',
  },
  { name: 'service-policy', path: '/service/policy', viewer: 'visitor' },
  { name: 'policy-privacy', path: '/service/policy?code=privacy', viewer: 'visitor', ready: '/service/policy' },
  { name: 'guide', path: '/24h', viewer: 'visitor', ready: '/{product}' },
  { name: 'guide-benefits', path: '/big3/benefits', viewer: 'visitor', ready: '/{product}/benefits' },
  { name: 'guide-purchase', path: '/big5/purchase', viewer: 'visitor', ready: '/{product}/purchase' },
  { name: 'guide-cancel', path: '/48h/purchase?tab=cancel', viewer: 'visitor', ready: '/{product}/purchase' },
  { name: 'guide-use', path: '/big3/use', viewer: 'visitor', ready: '/{product}/use' },
  { name: 'promotion-ended', path: '/promotion?state=ended', viewer: 'visitor', ready: '/promotion' },
  {
    name: 'promotion-detail',
    path: '/promotion/promo-drone-night',
    viewer: 'visitor',
    ready: '/promotion/{detail}',
  },
  { name: 'reserve-step', path: '/hotel', viewer: 'buyer', setup: 'reserveStep', ready: '/hotel/{goodsId}' },
  { name: 'pay-step', path: '/hotel', viewer: 'buyer', setup: 'payStep', ready: '/hotel/{goodsId}' },
  { name: 'reservations', path: '/myPage/reservations', viewer: 'buyer', setup: 'reservations' },
  { name: 'reservation', path: '/myPage/reservations', viewer: 'buyer', setup: 'reservation' },
  { name: 'goods-voucher', path: '/myPage/voucher', viewer: 'buyer', setup: 'goodsVoucher' },
  { name: 'goods-code', path: '/myPage/voucher', viewer: 'buyer', setup: 'goodsCode' },
  { name: 'goods-live', path: '/myPage/voucher', viewer: 'buyer', setup: 'goodsLive' },
  { name: 'cart-empty', path: '/cart', viewer: 'visitor' },
  { name: 'cart', path: '/cart', viewer: 'buyer', setup: 'cart' },
  { name: 'cart-paid', path: '/cart/completed', viewer: 'buyer', setup: 'cartPaid' },
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
