import * as z from 'zod/mini'
import { LOCALES } from '../locales.ts'
import { GUEST_WISH_MAX, NAME_MAX, QUANTITY_MAX, QUANTITY_MIN } from '../limits.ts'
import { slotDate } from '../rules/priceSn.ts'
import { ACTIONS, LIST_TYPES, SHOWN_STATES, STATE_BADGES, TYPE_BADGES } from '../rules/reservation.ts'
import { graphemes } from '../rules/text.ts'
import { mobile } from '../forms/signUp.ts'
import { call, page } from './call.ts'
import { DISCOUNT_REFUSALS, fittingCoupon } from './coupon.ts'
import { email, instant, krw, paging, text, uid, uuid, whole, yn } from './fields.ts'
import { goodsSlot, vacantHotel } from './goods.ts'
import { goodsOrder, PAYMENT_METHODS } from './pass.ts'
import { cardVoucher, goodsVoucher } from './vouchers.ts'

/** A date in Korea, `20261201` or `2026-12-01`; read as the latter. */
const day = z.pipe(
  z.string().check(z.regex(/^\d{4}(-?)\d{2}\1\d{2}$/, { error: 'day' })),
  z.transform((value: string) => slotDate(value.replaceAll('-', ''))),
)
/** Language code (CD0000000128 …) or travel code of the response; overrides the header. Unknown: English. */
const languageCd = z.optional(text(20))
/**
 * The priced unit of an option: `20261201-20261203` for a stay (check-in to check-out), `20261201T1900` for a
 * departure, `open` for a voucher. `/reserve/availability` lists them.
 */
export const priceSn = z.string().check(z.maxLength(20), z.regex(/^[\dT-]+$|^open$/))

export const CONFIRMATIONS = ['instant', 'request'] as const

/** A reservation in one language (spec 4.54; its states are drawn in contract/rules/reservation.ts). */
export const reservation = z.object({
  /** The `reserveId` of the calls that change it. */
  rsvtUid: uuid,
  /** Number for people and on the voucher: HR-261121-7F3A. */
  rsvtNumber: z.string(),
  gdsUid: z.string(),
  gdsTycd: z.string(),
  goodsDtlId: z.string(),
  goodsNm: z.string(),
  optionNm: z.string(),
  priceSn: z.string(),
  goodsCnt: z.int(),
  state: z.enum(SHOWN_STATES),
  /** Badge classes (spec 4.55) of its state and of its type. */
  badge: z.enum(STATE_BADGES),
  typeBadge: z.enum(TYPE_BADGES),
  /** What the member may do now. */
  actions: z.array(z.enum(ACTIONS)),
  confirmation: z.enum(CONFIRMATIONS),
  /** Time of use `[startsAt, endsAt)`. */
  startsAt: instant,
  endsAt: instant,
  /** Cancelling refunds in full until then; null: no longer, or a voucher that is not paid yet. */
  cancelUntil: z.nullable(instant),
  /** When an unpaid reservation lapses. */
  holdUntil: z.nullable(instant),
  /** Price before any discount. */
  amount: krw,
  /** KRW to pay after discounts and points. Missing without an order, and in answers of earlier releases. */
  paidAmount: z.optional(krw),
  /** Hotels: KRW of each night for one room, as reserved. Missing in reservations of earlier releases. */
  nightPrices: z.optional(z.array(krw)),
  /** Its order, once the payment has begun. */
  ordUid: z.nullable(uuid),
  guest: z.object({ name: z.string(), email: z.string(), mobile: z.nullable(z.string()) }),
  wish: z.nullable(z.string()),
  reservedAt: instant,
  paidAt: z.nullable(instant),
  confirmedAt: z.nullable(instant),
  /** When it was cancelled or lapsed. */
  endedAt: z.nullable(instant),
  /** `Y`: it delivers codes of the operator; once they are shown, it cannot be cancelled. Missing: none. */
  codeYn: z.optional(yn),
  /** When a gate redeemed its voucher. Missing: not yet, or never. */
  usedAt: z.optional(instant),
})
export type Reservation = z.infer<typeof reservation>

export const list = call({
  method: 'GET',
  path: '/reserve/list',
  who: 'member',
  travelCodes: true,
  summary: 'Reservations, newest first; dates are days of use',
  query: z.strictObject({
    ...paging,
    startDate: z.optional(day),
    endDate: z.optional(day),
    gdsTycd: z.optional(text(20)),
    languageCd,
    /** As `listTypeOf` sorts them: to come or going on, over, ended without use. Without it: all. */
    type: z.optional(z.enum(LIST_TYPES)),
  }),
  data: page(reservation),
})

export const availability = call({
  method: 'GET',
  path: '/reserve/availability',
  who: 'anyone',
  addition: true,
  summary:
    'Nights, departures or the voucher of one option that are on sale, and how much is left; what the member holds without an order counts as left',
  refuses: ['E_NOT_FOUND', 'E_NOT_ON_SALE'],
  query: z.strictObject({ goodsDtlId: uid, startDate: z.optional(day), endDate: z.optional(day) }),
  data: z.object({
    goodsDtlId: z.string(),
    list: z.array(goodsSlot),
  }),
})

export const vacancy = call({
  method: 'GET',
  path: '/reserve/vacancy',
  who: 'anyone',
  addition: true,
  summary:
    'Hotels with a room that is free in each night of a stay, with the cheapest such room; what the member holds without an order counts as free',
  refuses: ['E_RESERVE_DATE'],
  /** Days of arrival and departure. */
  query: z.strictObject({ startDate: day, endDate: day }),
  data: z.object({ list: z.array(vacantHotel) }),
})

export const goodsQuote = z.object({
  quoteUid: uuid,
  gdsUid: z.string(),
  gdsTycd: z.string(),
  goodsDtlId: z.string(),
  goodsNm: z.string(),
  optionNm: z.string(),
  priceSn: z.string(),
  goodsCnt: z.int(),
  /** Nights of a stay; 1 for everything else. */
  nights: z.int(),
  /** KRW for one unit over all its nights. */
  unitPrice: krw,
  /** Hotels: KRW of each night for one room. Missing in answers of earlier releases. */
  nightPrices: z.optional(z.array(krw)),
  amount: krw,
  /** Units left now, with what the member holds without an order; a price holds none. */
  left: z.int(),
  startsAt: instant,
  endsAt: instant,
  cancelUntil: z.nullable(instant),
  /** Vouchers only: days after the payment in which they are refunded. */
  cancelDays: z.nullable(z.int()),
  confirmation: z.enum(CONFIRMATIONS),
  /** When this price expires. */
  expiresAt: instant,
})
export type GoodsQuote = z.infer<typeof goodsQuote>

export const goodsInfo = call({
  method: 'GET',
  path: '/reserve/goods-info',
  who: 'member',
  paced: true,
  travelCodes: true,
  summary: 'Prices a reservation',
  refuses: ['E_NOT_FOUND', 'E_NOT_ON_SALE', 'E_RESERVE_DATE', 'E_NO_ROOM', 'E_PRICE_CHANGED'],
  query: z.strictObject({
    goodsCnt: whole(QUANTITY_MIN, QUANTITY_MAX),
    goodsDtlId: uid,
    languageCd,
    priceSn,
    /** What the caller expects for all units, KRW; another price than the server's is refused. */
    price: z.optional(whole(0, 100_000_000)),
  }),
  data: goodsQuote,
})

export const create = call({
  method: 'POST',
  path: '/reserve/',
  who: 'member',
  summary: 'Reserves what was priced and holds it until it is paid; one price is one reservation',
  refuses: [
    'E_NOT_FOUND',
    'E_NOT_ON_SALE',
    'E_PHONE',
    'E_HOLD_OVER',
    'E_RESERVE_DATE',
    'E_NO_ROOM',
    'E_HOLDS',
    'E_THROTTLED',
  ],
  body: z.strictObject({
    quoteUid: uuid,
    /** The guest; default: the member. */
    name: z.optional(text(NAME_MAX * 2).check(z.trim(), z.minLength(1))),
    email: z.optional(email),
    mobile: z.optional(mobile),
    /** A request to the place, such as a late arrival or a quiet room. */
    wish: z.optional(
      text(GUEST_WISH_MAX * 16).check(z.refine((value) => graphemes(value) <= GUEST_WISH_MAX, { error: 'too_long' })),
    ),
  }),
  data: reservation,
})

const reserveId = { reserveId: uuid }

export const cancel = call({
  method: 'PATCH',
  path: '/reserve/cancel',
  who: 'member',
  summary: 'Cancels a reservation; what was paid goes back in full',
  refuses: ['E_NOT_FOUND', 'E_CANCEL_LATE', 'E_RESERVE_STATE', 'E_REFUND'],
  query: z.partial(z.strictObject(reserveId)),
  body: z.optional(z.strictObject(reserveId)),
  data: reservation,
})

export const coupon = call({
  method: 'GET',
  path: '/reserve/coupon',
  who: 'member',
  summary: "Coupons that fit this goods option, by the member's last price of it, else the price of one unit",
  refuses: ['E_NOT_FOUND', 'E_NOT_ON_SALE'],
  query: z.strictObject({ goodsDtlId: uid }),
  data: z.object({
    /** The sum that the discounts apply to, KRW. */
    amount: krw,
    list: z.array(fittingCoupon),
  }),
})

export const payInfo = call({
  method: 'POST',
  path: '/reserve/pay-info',
  who: 'member',
  summary: 'Payment details of a reservation; with a method it writes the order and opens the payment',
  refuses: [
    'E_NOT_FOUND',
    'E_NOT_ON_SALE',
    'E_HOLD_OVER',
    'E_AGREEMENT_REQUIRED',
    'E_PAYMENT_METHOD',
    ...DISCOUNT_REFUSALS,
    'E_HOLDS',
    'E_GATEWAY',
  ],
  body: z.strictObject({
    ...reserveId,
    /** At most one of coupon and promotion code. */
    couponUid: z.optional(uid),
    promoCode: z.optional(text(40)),
    /** Points to spend. */
    points: z.optional(krw),
    /** With a method the payment begins, and `agreeYn` must be `Y`. One that is not offered is `E_PAYMENT_METHOD`. */
    method: z.optional(text(40)),
    agreeYn: z.optional(yn),
  }),
  data: z.object({
    reservation,
    /** KRW: the sum, its discount, the amount to pay. */
    sum: krw,
    discount: krw,
    points: krw,
    amount: krw,
    methods: z.array(z.enum(PAYMENT_METHODS)),
    coupons: z.array(fittingCoupon),
    /** Points that could be spent on it; 0 while spending is off. */
    pointsUsable: krw,
    /** Once the payment has begun: its state and page. */
    order: z.nullable(goodsOrder),
  }),
})

export const userInfo = call({
  method: 'GET',
  path: '/reserve/user-info',
  who: 'member',
  summary: 'Who reserves',
  data: z.object({
    engNm: z.string(),
    engSurname: z.string(),
    name: z.string(),
    email: z.string(),
    mobile: z.nullable(z.string()),
    ntnCd: z.nullable(z.string()),
    /** Number of usable coupons, and of points. */
    coupons: z.int(),
    points: z.int(),
    language: z.enum(LOCALES),
  }),
})

export const voucher = call({
  method: 'GET',
  path: '/mypage/voucher',
  who: 'member',
  summary: 'The voucher of a confirmed reservation, or of the card passes of an order',
  refuses: ['E_NOT_FOUND', 'E_RESERVE_STATE'],
  /** The `rsvtUid` of a reservation, or the `ordUid` of an order of card passes. */
  query: z.strictObject({ rsvtUid: uuid }),
  data: z.discriminatedUnion('kind', [goodsVoucher, cardVoucher]),
})
