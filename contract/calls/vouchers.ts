import * as z from 'zod/mini'
import { SHOWN_STATES } from '../rules/reservation.ts'
import { exchangeCard } from './card.ts'
import { base64url, instant, uuid } from './fields.ts'

/** A code of an operator that a reservation delivers (an eSIM's, a ticket's). */
export const voucherCode = z.object({
  codeUid: uuid,
  /** Null until it was shown: from then on the reservation cannot be cancelled for a refund. */
  code: z.nullable(z.string()),
  /** End of its last day; null: it does not expire. */
  expiresAt: z.nullable(instant),
  shownAt: z.nullable(instant),
  usedAt: z.nullable(instant),
})
export type VoucherCode = z.infer<typeof voucherCode>

/** Voucher of a reservation, to show at the place. */
export const goodsVoucher = z.object({
  kind: z.literal('goods'),
  rsvtUid: uuid,
  rsvtNumber: z.string(),
  orderNumber: z.string(),
  state: z.enum(SHOWN_STATES),
  gdsUid: z.string(),
  gdsTycd: z.string(),
  goodsNm: z.string(),
  /** Korean name, for the staff of the place. */
  goodsNmKo: z.string(),
  optionNm: z.string(),
  optionNmKo: z.string(),
  goodsCnt: z.int(),
  startsAt: instant,
  endsAt: instant,
  /** Korean time, hotels only. */
  checkIn: z.nullable(z.string()),
  checkOut: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  guestName: z.string(),
  wish: z.nullable(z.string()),
  confirmedAt: z.nullable(instant),
  /** Codes that it delivers. Missing for goods without codes. */
  codes: z.optional(z.array(voucherCode)),
  /**
   * Goods that a gate redeems: what the calling phone draws live codes with (decision 0328). Missing for other goods, and
   * once it cannot be redeemed any more.
   */
  live: z.optional(
    z.object({
      /** The phone that registered in the caller's session; null with `certificate`: none. */
      deviceUid: z.nullable(uuid),
      certificate: z.nullable(base64url),
    }),
  ),
  /** When a gate redeemed it. Missing: not yet, or never. */
  usedAt: z.optional(instant),
})

/** Vouchers to show at an exchange desk: one for each card pass of an order. */
export const cardVoucher = z.object({
  kind: z.literal('card'),
  rsvtUid: uuid,
  orderNumber: z.string(),
  list: z.array(exchangeCard),
})
