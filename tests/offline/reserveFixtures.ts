import type { GoodsOrder } from '#contract/calls/pass.ts'
import type { GoodsQuote, Reservation } from '#contract/calls/reserve.ts'
import type { PayInfo, UserInfo } from '#data/reserve.ts'
import type { GoodsVoucher } from '#data/reservations.ts'
import { RESERVE_HOLD_MS } from '#contract/limits.ts'
import { stateBadge, type ShownState } from '#contract/rules/reservation.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'

/** A stay of two nights that Mina reserves; each test overrides what it needs. Instants are relative to its clock. */

const RSVT = '0193a1b2-0000-7000-8000-000000000031'
const GOODS = {
  gdsUid: 'stanford-inn-busan',
  gdsTycd: 'CD0000000079',
  goodsDtlId: 'stanford-inn-busan-r1',
  goodsNm: 'Stanford Inn Busan',
  optionNm: 'Standard Double',
  priceSn: '20261201-20261203',
  goodsCnt: 1,
} as const
export const CHOICE = { option: GOODS.goodsDtlId, priceSn: GOODS.priceSn, count: 1 }

const timesAt = (now: number) => ({
  startsAt: now + 5 * DAY_MS,
  endsAt: now + 7 * DAY_MS - 4 * HOUR_MS,
  cancelUntil: now + 3 * DAY_MS,
})

export const USER: UserInfo = {
  engNm: 'MINA',
  engSurname: 'LEE',
  name: 'MINA LEE',
  email: 'mina@example.com',
  mobile: '+886912345678',
  ntnCd: 'TW',
  coupons: 0,
  points: 0,
  language: 'en',
}

export const goodsQuote = (now: number, change: Partial<GoodsQuote> = {}): GoodsQuote => ({
  ...GOODS,
  ...timesAt(now),
  quoteUid: '0193a1b2-0000-7000-8000-000000000041',
  nights: 2,
  unitPrice: 170_000,
  amount: 170_000,
  left: 3,
  cancelDays: null,
  confirmation: 'instant',
  expiresAt: now + 30 * MINUTE_MS,
  ...change,
})

export const reservation = (now: number, change: Partial<Reservation> = {}): Reservation => ({
  ...GOODS,
  ...timesAt(now),
  rsvtUid: RSVT,
  rsvtNumber: 'HR-261126-7F3A',
  state: 'held',
  badge: stateBadge(change.state ?? 'held'),
  typeBadge: 'hotel',
  actions: [],
  confirmation: 'instant',
  holdUntil: now + RESERVE_HOLD_MS,
  amount: 170_000,
  ordUid: null,
  guest: { name: 'MINA LEE', email: 'mina@example.com', mobile: '+886912345678' },
  wish: null,
  reservedAt: now,
  paidAt: null,
  confirmedAt: null,
  endedAt: null,
  ...change,
})

/** A reservation that is paid, in a state that follows. */
export const paidReservation = (now: number, state: ShownState, change: Partial<Reservation> = {}): Reservation =>
  reservation(now, {
    state,
    holdUntil: null,
    ordUid: goodsOrder(now).ordUid,
    paidAt: now,
    confirmedAt: state === 'requested' ? null : now,
    ...change,
  })

export const goodsOrder = (now: number, change: Partial<GoodsOrder> = {}): GoodsOrder => ({
  kind: 'goods',
  ordUid: '0193a1b2-0000-7000-8000-000000000051',
  orderNumber: 'HP-261126-7F3A',
  state: 'pending',
  reason: null,
  gdsUid: GOODS.gdsUid,
  amount: 170_000,
  orderedAt: now,
  paidAt: null,
  cancelUntil: null,
  payUrl: null,
  goodsCnt: 1,
  ...change,
})

export const payInfo = (now: number, change: Partial<PayInfo> = {}): PayInfo => ({
  reservation: reservation(now),
  sum: 170_000,
  discount: 0,
  points: 0,
  amount: 170_000,
  methods: ['overseas_card', 'unionpay_amex'],
  coupons: [],
  pointsUsable: 0,
  order: null,
  ...change,
})

export const goodsVoucher = (now: number): GoodsVoucher => ({
  kind: 'goods',
  rsvtUid: RSVT,
  rsvtNumber: 'HR-261126-7F3A',
  orderNumber: 'HP-261126-7F3A',
  state: 'confirmed',
  gdsUid: GOODS.gdsUid,
  gdsTycd: GOODS.gdsTycd,
  goodsNm: GOODS.goodsNm,
  goodsNmKo: '스탠포드 인 부산',
  optionNm: GOODS.optionNm,
  optionNmKo: '스탠더드 더블',
  goodsCnt: 1,
  startsAt: timesAt(now).startsAt,
  endsAt: timesAt(now).endsAt,
  checkIn: '15:00',
  checkOut: '11:00',
  lat: 35.1,
  lon: 129.03,
  guestName: 'MINA LEE',
  wish: null,
  confirmedAt: now,
})
