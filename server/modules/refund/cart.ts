import type { Tx } from '#server/db/connect.ts'
import { findByOrder } from '#server/modules/booking/service.ts'
import { returnCoupon } from '#server/modules/coupon/service.ts'
import { chargedOrderOf, linesOfCart, type OrderRow } from '#server/modules/order/service.ts'
import * as store from './store.ts'

/** Returns whether all units of a line went back. */
const isRefunded = async (tx: Tx, { ordUid, kind, passCnt }: OrderRow): Promise<boolean> =>
  kind === 'goods'
    ? (await findByOrder(tx, ordUid))?.state === 'cancelled'
    : (await store.completedUnits(tx, ordUid)) === passCnt

/**
 * Makes the coupon of an order that was refunded in full usable again; that of a cart once its last line was. Call under
 * `lockOrder`, which locks the cart: of two lines that end at once, the second sees the first.
 */
export const returnCouponOf = async (tx: Tx, order: OrderRow, now: number): Promise<void> => {
  if (order.cartUid !== null)
    for (const line of await linesOfCart(tx, order.cartUid)) if (!(await isRefunded(tx, line))) return
  await returnCoupon(tx, (await chargedOrderOf(tx, order)).ordUid, now)
}
