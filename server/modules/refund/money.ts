import { HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { schedule } from '#server/modules/job/service.ts'
import {
  chargedOrderOf,
  findOrder,
  lockOrder,
  type OrderRow,
  releaseRefund,
  reserveRefund,
} from '#server/modules/order/service.ts'
import type { Validity } from '#server/modules/point/service.ts'
import { GatewayRefused } from '#server/outside/payment/gateway.ts'
import * as store from './store.ts'

/**
 * Refund payments. The row is written first, under its own idempotency key, with the amount reserved on the order. A
 * job then asks the gateway under that key until it answers, so one key is one refund, whichever process dies.
 *
 *     due ─ the gateway refunded ─→ done
 *      └─── the gateway refused ──→ refused (the reserved amount is released)
 *
 * While the buyer's bank disputes the charge the job waits, so that the money is not returned twice.
 */

/** Kind of the jobs that request refunds from the gateway. */
export const MONEY_JOB = 'money-back'
/** How often a disputed charge is checked. */
const DISPUTED_MS = HOUR_MS

export interface MoneyBack {
  ordUid: string
  /** KRW. */
  amount: number
  /** Idempotency key: `refund.<refundUid>`, `reserve.<rsvtUid>` … */
  key: string
  /** A short text for the gateway's records, without personal data. */
  reason: string
}

/**
 * Schedules a refund of a paid order, in the transaction of its cause; idempotent by key. It locks the order's row, so
 * call it before any pass is locked. Throws `E_REFUND` when the order is not paid, or more would go back than was
 * charged.
 */
export const giveMoneyBack = async (tx: Tx, { ordUid, amount, key, reason }: MoneyBack, now: number): Promise<void> => {
  await lockOrder(tx, ordUid)
  const isNew = await store.insertMoney(tx, { key, ordUid, amount, reason, askedAt: now })
  if (!isNew) return
  if (!(await reserveRefund(tx, ordUid, amount))) throw new Refusal('E_REFUND')
  await schedule(tx, { kind: MONEY_JOB, key: `${MONEY_JOB}:${key}`, dueAt: now, waitsSince: now, args: { key } })
}

/** Names a refund of an order. */
export type MoneyName = Pick<store.MoneyRow, 'ordUid' | 'key'>

/** Runs after the gateway has answered, in the transaction that stores the answer. `points`: how long they are valid. */
export type Then = (tx: Tx, ended: store.MoneyRow, now: number, points: Validity) => Promise<void>

/**
 * Asks the gateway for the refund. Resolves with the `code` of a refusal, or null when it refunded; with 'disputed'
 * when the refund has to wait. Throws `GatewayUnknown` when the gateway gives no answer; the job then retries.
 */
const refundAtGateway = async (
  { payment: gateway }: Deps,
  { paymentKey, disputedAt }: Pick<OrderRow, 'paymentKey' | 'disputedAt'>,
  row: store.MoneyRow,
): Promise<{ code: string | null } | 'disputed'> => {
  // Nothing was charged, so nothing goes back.
  if (row.amount === 0) return { code: null }
  const payment = await gateway.get(paymentKey)
  // Where the gateway does not say, its last message counts.
  if (payment?.disputed ?? disputedAt !== null) return 'disputed'
  try {
    await gateway.cancel(paymentKey, row.amount, row.key)
    return { code: null }
  } catch (error) {
    if (error instanceof GatewayRefused) return { code: error.code }
    throw error
  }
}

/**
 * Requests the refund with this `key` from the gateway and stores the answer. Returns when to retry (ms UTC) while the
 * charge is disputed, else undefined. Throws `GatewayUnknown` without an answer; the job then retries. Idempotent under
 * concurrency.
 */
export const sendMoneyBack = async (deps: Deps, key: string, onAnswered: Then): Promise<number | void> => {
  const row = await store.findMoney(deps.db, key)
  if (row?.state !== 'due') return
  const order = await findOrder(deps.db, row.ordUid)
  if (!order) throw new Error('money is due for an order that is gone')
  const answer = await refundAtGateway(deps, await chargedOrderOf(deps.db, order), row)
  const now = deps.clock()
  if (answer === 'disputed') return now + DISPUTED_MS
  const { code } = answer
  await deps.db.transaction(async (tx) => {
    await lockOrder(tx, row.ordUid)
    const ended = await store.endMoney(tx, key, { state: code === null ? 'done' : 'refused', code, endedAt: now })
    if (!ended) return
    if (code !== null) await releaseRefund(tx, row.ordUid, row.amount)
    await onAnswered(tx, ended, now, deps.config.points)
  })
  if (code !== null) deps.log.warn({ order: row.ordUid, code }, 'the payment gateway refused to give money back')
}
