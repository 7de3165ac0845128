import type { ExchangeCard } from '#contract/calls/card.ts'
import type { Coupon } from '#contract/calls/coupon.ts'
import type { Purchase } from '#contract/calls/purchase.ts'
import type { Reservation } from '#contract/calls/reserve.ts'
import type { Voucher } from '#db/member.ts'
import { createPartHook } from './partHook.ts'

/** Read-only lists of the member, as the mirror has them. */

const fromMemory = <T>(list: T[]) => ({ list })

/** Returns usable, used and expired coupons, those that expire soonest first. */
export const useCoupons = createPartHook<'coupons', { list: Coupon[] }>('coupons', {
  none: { list: [] },
  tables: (db) => [db.coupons],
  read: async (db) => ({
    list: (await db.coupons.toArray()).toSorted((a, b) => (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity)),
  }),
  fromMemory,
})

/** Returns the purchases of the last three months, newest first. */
export const usePurchases = createPartHook<'purchases', { list: Purchase[] }>('purchases', {
  none: { list: [] },
  tables: (db) => [db.purchases],
  read: async (db) => ({ list: (await db.purchases.toArray()).toSorted((a, b) => b.orderedAt - a.orderedAt) }),
  fromMemory,
})

/** Returns the reservations, newest first, and the mirrored vouchers of confirmed ones (M18). */
export const useReservations = createPartHook<'reservations', { list: Reservation[]; vouchers: Voucher[] }>(
  'reservations',
  {
    none: { list: [], vouchers: [] },
    tables: (db) => [db.reservations, db.vouchers],
    read: async (db) => ({
      list: (await db.reservations.toArray()).toSorted((a, b) => b.reservedAt - a.reservedAt),
      vouchers: await db.vouchers.toArray(),
    }),
    fromMemory: (data) => data,
  },
)

/** Returns card passes with their vouchers, newest first. */
export const useCards = createPartHook<'cards', { list: ExchangeCard[] }>('cards', {
  none: { list: [] },
  tables: (db) => [db.cards],
  read: async (db) => ({ list: (await db.cards.toArray()).toSorted((a, b) => b.purchasedAt - a.purchasedAt) }),
  fromMemory,
})
