import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/connect.ts'
import { lapseReservation } from '#server/modules/booking/service.ts'
import { returnCoupon } from '#server/modules/coupon/service.ts'
import { returnPoints } from '#server/modules/point/service.ts'
import { returnStock } from '#server/modules/stock/service.ts'
import type * as store from './store.ts'

/**
 * Gives back coupon, points and stock of an order that closed unpaid, or ends its reservation, in the transaction that
 * closed it. `lines`: the closed orders of a cart's lines; for any other order the order itself. Runs once for an order,
 * because closing is one conditional UPDATE. `by`: as in `close`. Lock order: coupon → points → stock.
 */
export const release = async (
  tx: Tx,
  config: Pick<Config, 'points'>,
  closed: store.Order,
  lines: readonly store.Order[],
  now: number,
  by?: 'member',
): Promise<void> => {
  await returnCoupon(tx, closed.ordUid, now)
  for (const line of lines) await returnPoints(tx, config.points, line, now)
  for (const line of lines)
    if (line.kind === 'goods') await lapseReservation(tx, line.ordUid, now, by)
    else await returnStock(tx, line.ordUid)
}
