import * as z from 'zod/mini'
import { LOCALES } from '../locales.ts'
import { GUEST_WISH_MAX, NAME_MAX, QUANTITY_MAX, QUANTITY_MIN } from '../limits.ts'
import { ACTIONS, RESERVATION_STATES, STATE_BADGES, TYPE_BADGES } from '../rules/reservation.ts'
import { graphemes } from '../rules/text.ts'
import { mobile } from '../forms/signUp.ts'
import { call, page } from './call.ts'
import { exchangeCard } from './card.ts'
import { fittingCoupon } from './coupon.ts'
import { email, instant, krw, paging, text, uid, uuid, whole, yn } from './fields.ts'
import { TIERS } from './goods.ts'
import { goodsOrder, PAYMENT_METHODS } from './pass.ts'

/** Days in Korea, `20261201` or `2026-12-01`. */
const day = z.pipe(
  z.string().check(z.regex(/^\d{4}(-?)\d{2}\1\d{2}$/, { error: 'day' })),
  z.transform((value: string) => value.replaceAll('-', '')),
)
/** Language code of the answer (CD0000000128 …), or a travel code; it wins over the header. Unknown: English. */
const languageCd = z.optional(text(20))
/**
 * What is priced: `20261201-20261203` the nights of a stay (in and out), `20261201T1900` a departure, `open` a voucher.
 * `/reserve/availability` lists them.
 */
const priceSn = z.string().check(z.maxLength(20), z.regex(/^[\dT-]+$|^open$/))

export const CONFIRMATIONS = ['instant', 'request'] as const
export const SHOWN_STATES = [...RESERVATION_STATES, 'used', 'reviewed'] as const
/** `type` of the list: still to come, begun or over, ended without use. Without it: all. */
export const LIST_TYPES = ['upcoming', 'past', 'cancelled'] as const

/** A reservation in one language (specification 4; states are drawn in contract/rules/reservation.ts). */
export const reservation = z.object({
  /** `reserveId` of the calls that change it. */
  rsvtUid: uuid,
  /** Shown to people and on the voucher: HR-261121-7F3A. */
  rsvtNumber: z.string(),
  gdsUid: z.string(),
  gdsTycd: z.string(),
  goodsDtlId: z.string(),
  goodsNm: z.string(),
  optionNm: z.string(),
  priceSn: z.string(),
  goodsCnt: z.int(),
  state: z.enum(SHOWN_STATES),
  /** Badge classes of the specification: of its state, of its type. */
  badge: z.enum(STATE_BADGES),
  typeBadge: z.enum(TYPE_BADGES),
  /** What the member may do now. */
  actions: z.array(z.enum(ACTIONS)),
  confirmation: z.enum(CONFIRMATIONS),
  /** Use, half-open. */
  startsAt: instant,
  endsAt: instant,
  /** All money comes back until then; null: not any more, or a voucher that is not paid yet. */
  cancelUntil: z.nullable(instant),
  /** Unpaid, it is let go then. */
  holdUntil: z.nullable(instant),
  /** Before any discount. */
  amount: krw,
  /** Its payment, once that has begun. */
  ordUid: z.nullable(uuid),
  guest: z.object({ name: z.string(), email: z.string(), mobile: z.nullable(z.string()) }),
  wish: z.nullable(z.string()),
  reservedAt: instant,
  paidAt: z.nullable(instant),
  confirmedAt: z.nullable(instant),
  /** When it was cancelled or let go. */
  endedAt: z.nullable(instant),
})
export type Reservation = z.infer<typeof reservation>

export const list = call({
  method: 'GET',
  path: '/reserve/list',
  who: 'member',
  summary: 'Reservations, newest first; dates are days of use',
  query: z.strictObject({
    ...paging,
    startDate: z.optional(day),
    endDate: z.optional(day),
    gdsTycd: z.optional(text(20)),
    languageCd,
    type: z.optional(z.enum(LIST_TYPES)),
  }),
  data: page(reservation),
})

export const availability = call({
  method: 'GET',
  path: '/reserve/availability',
  who: 'anonymous',
  addition: true,
  summary: 'Nights, departures or the voucher of one option that are on sale, and how much is left',
  query: z.strictObject({ goodsDtlId: uid, startDate: z.optional(day), endDate: z.optional(day) }),
  data: z.object({
    goodsDtlId: z.string(),
    list: z.array(
      z.object({
        priceSn: z.string(),
        startsAt: instant,
        endsAt: instant,
        /** KRW for one unit. */
        price: krw,
        left: z.int(),
        state: z.enum(TIERS),
      }),
    ),
  }),
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
  /** Nights of a stay; 1 for all else. */
  nights: z.int(),
  /** KRW for one unit over all its nights. */
  unitPrice: krw,
  amount: krw,
  /** How many are left now: nothing is held yet. */
  left: z.int(),
  startsAt: instant,
  endsAt: instant,
  cancelUntil: z.nullable(instant),
  /** Vouchers: money back for so many days after the payment. */
  cancelDays: z.nullable(z.int()),
  confirmation: z.enum(CONFIRMATIONS),
  /** The price can be reserved until then. */
  expiresAt: instant,
})
export type GoodsQuote = z.infer<typeof goodsQuote>

export const goodsInfo = call({
  method: 'GET',
  path: '/reserve/goods-info',
  who: 'member',
  paced: true,
  summary: 'Prices a reservation',
  query: z.strictObject({
    goodsCnt: whole(QUANTITY_MIN, QUANTITY_MAX),
    goodsDtlId: uid,
    languageCd,
    priceSn,
  }),
  data: goodsQuote,
})

export const create = call({
  method: 'POST',
  path: '/reserve/',
  who: 'member',
  summary: 'Reserves what was priced and holds it until it is paid; one price is one reservation',
  body: z.strictObject({
    quoteUid: uuid,
    /** Who comes; the member, where it is not said. */
    name: z.optional(text(NAME_MAX * 2).check(z.trim(), z.minLength(1))),
    email: z.optional(email),
    mobile: z.optional(mobile),
    /** A wish for the place: a late arrival, a quiet room. */
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
  query: z.partial(z.strictObject(reserveId)),
  body: z.optional(z.strictObject(reserveId)),
  data: reservation,
})

export const coupon = call({
  method: 'GET',
  path: '/reserve/coupon',
  who: 'member',
  summary: "Coupons that fit this goods option, by the member's last price of it, else the price of one unit",
  query: z.strictObject({ goodsDtlId: uid }),
  data: z.object({
    /** What the discounts are of, KRW. */
    amount: krw,
    list: z.array(fittingCoupon),
  }),
})

export const payInfo = call({
  method: 'POST',
  path: '/reserve/pay-info',
  who: 'member',
  summary: 'Payment details of a reservation; with a method it writes the order and opens the payment',
  body: z.strictObject({
    ...reserveId,
    /** One of coupon or promotion code. */
    couponUid: z.optional(uid),
    promoCode: z.optional(text(40)),
    /** How many to spend on it. */
    points: z.optional(krw),
    /** One that is not offered is `E_PAYMENT_METHOD`; with it, `agreeYn` must be `Y`. */
    method: z.optional(text(40)),
    agreeYn: z.optional(yn),
  }),
  data: z.object({
    reservation,
    /** KRW: the sum, what is taken off it, what is left to pay. */
    sum: krw,
    discount: krw,
    points: krw,
    amount: krw,
    methods: z.array(z.enum(PAYMENT_METHODS)),
    coupons: z.array(fittingCoupon),
    /** Points that could be spent on it; 0 while spending is off. */
    pointsUsable: krw,
    /** Once the payment has begun: where to pay, and how it stands. */
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
    /** Usable coupons, and points. */
    coupons: z.int(),
    points: z.int(),
    language: z.enum(LOCALES),
  }),
})

/** To be shown to the place. */
const goodsVoucher = z.object({
  kind: z.literal('goods'),
  rsvtUid: uuid,
  rsvtNumber: z.string(),
  orderNumber: z.string(),
  state: z.enum(SHOWN_STATES),
  gdsUid: z.string(),
  gdsTycd: z.string(),
  goodsNm: z.string(),
  /** For whoever reads the phone at the place. */
  goodsNmKo: z.string(),
  optionNm: z.string(),
  optionNmKo: z.string(),
  goodsCnt: z.int(),
  startsAt: instant,
  endsAt: instant,
  /** Korean time, hotels. */
  checkIn: z.nullable(z.string()),
  checkOut: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  guestName: z.string(),
  wish: z.nullable(z.string()),
  confirmedAt: z.nullable(instant),
})

/** To be shown at an exchange desk: each card pass with its own. */
const cardVoucher = z.object({
  kind: z.literal('card'),
  rsvtUid: uuid,
  orderNumber: z.string(),
  list: z.array(exchangeCard),
})

export const voucher = call({
  method: 'GET',
  path: '/mypage/voucher',
  who: 'member',
  summary: 'The voucher of a confirmed reservation, or of the card passes of an order',
  /** `rsvtUid` of a reservation, or `ordUid` of card passes. */
  query: z.strictObject({ rsvtUid: uuid }),
  data: z.discriminatedUnion('kind', [goodsVoucher, cardVoucher]),
})
