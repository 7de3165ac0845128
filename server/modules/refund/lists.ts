import type { RefundItem } from '#contract/calls/refund.ts'
import type { Database } from '#server/db/connect.ts'
import { passesInConflict } from '#server/modules/gate/service.ts'
import type { OrderRow } from '#server/modules/order/service.ts'
import * as store from './store.ts'

/** Refund requests as their buyer and the operator read them. */

const presentRefund = ({ refund: row, orderNumber }: { refund: store.Refund; orderNumber: string }): RefundItem => ({
  refundUid: row.refundUid,
  rsvtUid: row.ordUid,
  orderNumber,
  state: row.state,
  deskYn: row.desk ? 'Y' : 'N',
  whyCd: row.whyCd,
  etcWhy: row.etcWhy,
  passUids: row.passUids,
  cancelAmt: row.amount,
  types: row.whole ? 'whole' : 'part',
  requestedAt: row.requestedAt,
  endedAt: row.endedAt,
  refusal: row.refusal,
  note: row.note,
})

/** Returns a page of the member's requests, newest first. */
export const listRefunds = async (db: Database, memberId: string, pageNum: number, pageSize: number) => ({
  list: (await store.pageOf(db, memberId, pageNum, pageSize)).map(presentRefund),
  pageNum,
  pageSize,
  total: await store.countOf(db, memberId),
})

/** A request that waits for the desk. */
type WaitingRefund = RefundItem & { disputedAt: number | null; conflictYn: 'Y' | 'N' }

/**
 * Returns the requests that wait for the desk, oldest first. `disputedAt`: since when the charge has been disputed, ms
 * UTC; null: it is not. `conflictYn`: a gate sent an entry with one of its units that was kept for the desk.
 */
export const waitingRefunds = async (db: Database): Promise<WaitingRefund[]> => {
  const rows = await store.waiting(db)
  const inConflict = await passesInConflict(
    db,
    rows.flatMap(({ refund }) => refund.passUids),
  )
  return rows.map(({ disputedAt, ...row }) => ({
    ...presentRefund(row),
    disputedAt,
    conflictYn: row.refund.passUids.some((passUid) => inConflict.has(passUid)) ? 'Y' : 'N',
  }))
}

/** Returns the requests of one order, oldest first. */
export const refundsOf = async (db: Database, order: Pick<OrderRow, 'ordUid' | 'orderNumber'>): Promise<RefundItem[]> =>
  (await store.ofOrder(db, order.ordUid)).map((refund) => presentRefund({ refund, orderNumber: order.orderNumber }))

/** Returns the state of the latest request of each order that has one, by `ordUid`. */
export const refundStatesOf = async (db: Database, ordUids: string[]): Promise<Map<string, RefundItem['state']>> =>
  new Map((ordUids.length === 0 ? [] : await store.ofOrders(db, ordUids)).map(({ ordUid, state }) => [ordUid, state]))
