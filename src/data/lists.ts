import type { ExchangeCard } from '#contract/calls/card.ts'
import type { Coupon } from '#contract/calls/coupon.ts'
import type { Purchase } from '#contract/calls/purchase.ts'
import type { Reservation } from '#contract/calls/reserve.ts'
import type { Voucher } from '#db/member.ts'
import { partHook } from './part.ts'

/** Lists of the member's that are only read here: as the server told them, kept on this phone. */

const told = <T>(list: T[]) => ({ list })

/** Usable, used and expired ones; the first to expire first. */
export const useCoupons = partHook<'coupons', { list: Coupon[] }>('coupons', {
  none: { list: [] },
  tables: (db) => [db.coupons],
  read: async (db) => ({
    list: (await db.coupons.toArray()).toSorted((a, b) => (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity)),
  }),
  told,
})

/** Purchases of the last three months, newest first. */
export const usePurchases = partHook<'purchases', { list: Purchase[] }>('purchases', {
  none: { list: [] },
  tables: (db) => [db.purchases],
  read: async (db) => ({ list: (await db.purchases.toArray()).toSorted((a, b) => b.orderedAt - a.orderedAt) }),
  told,
})

/** Reservations, newest first, and the vouchers of those that are confirmed. */
export const useReservations = partHook<'reservations', { list: Reservation[]; vouchers: Voucher[] }>('reservations', {
  none: { list: [], vouchers: [] },
  tables: (db) => [db.reservations, db.vouchers],
  read: async (db) => ({
    list: (await db.reservations.toArray()).toSorted((a, b) => b.reservedAt - a.reservedAt),
    vouchers: await db.vouchers.toArray(),
  }),
  told: (data) => data,
})

/** Card passes with their vouchers, newest first. */
export const useCards = partHook<'cards', { list: ExchangeCard[] }>('cards', {
  none: { list: [] },
  tables: (db) => [db.cards],
  read: async (db) => ({ list: (await db.cards.toArray()).toSorted((a, b) => b.purchasedAt - a.purchasedAt) }),
  told,
})
