import type { Tx } from '#server/db/connect.ts'
import { lapseReservation } from '#server/modules/booking/service.ts'
import { returnCoupon } from '#server/modules/coupon/service.ts'
import { returnPoints } from '#server/modules/point/service.ts'
import { returnStock } from '#server/modules/stock/service.ts'
import type * as store from './store.ts'

/**
 * Gives back coupon, points and stock of an order that closed unpaid, or ends its reservation, in the transaction that
 * closed it. Runs once for an order, because closing is one conditional UPDATE. `by`: as in `close`. Lock order: coupon
 * → points → stock.
 */
export const release = async (tx: Tx, closed: store.Order, now: number, by?: 'member'): Promise<void> => {
  await returnCoupon(tx, closed.ordUid, now)
  await returnPoints(tx, closed, now)
  if (closed.kind === 'goods') await lapseReservation(tx, closed.ordUid, now, by)
  else await returnStock(tx, closed.ordUid)
}
