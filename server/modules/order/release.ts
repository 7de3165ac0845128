import type { Tx } from '#server/db/connect.ts'
import { lapseReservation } from '#server/modules/booking/service.ts'
import { returnCoupon } from '#server/modules/coupon/service.ts'
import { returnPoints } from '#server/modules/point/service.ts'
import { returnStock } from '#server/modules/stock/service.ts'
import type * as store from './store.ts'

/**
 * What an order that closed without being paid lets go, in the transaction that closed it: called once, because closing
 * is one conditional UPDATE. Locks in the order coupon → points → stock.
 */
export const release = async (tx: Tx, closed: store.Order, now: number, by?: 'member'): Promise<void> => {
  await returnCoupon(tx, closed.ordUid, now)
  await returnPoints(tx, closed, now)
  if (closed.kind === 'goods') await lapseReservation(tx, closed.ordUid, now, by)
  else await returnStock(tx, closed.ordUid)
}
