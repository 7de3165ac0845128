import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { schedule } from '#server/modules/job/service.ts'
import { dropPromise, findOrder, lockOrder, promiseBack } from '#server/modules/order/service.ts'
import { GatewayRefused } from '#server/outside/payment/gateway.ts'
import * as store from './store.ts'

/**
 * Money on its way back. Written first under a key of its own, with the sum promised on the order; a job then asks the
 * gateway under the same key until it answers, so that one key is one payment back whatever dies in between.
 *
 *     due ─ the gateway gave it back ─→ done
 *      └──── the gateway refused ─────→ refused (the promise is taken back)
 *
 * While the buyer's bank takes the charge back itself, it waits: nobody gets it twice.
 */

export const MONEY_JOB = 'money-back'
/** How often a disputed charge is looked at. */
const DISPUTED_MS = 3_600_000

export interface MoneyBack {
  ordUid: string
  /** KRW. */
  amount: number
  /** Unique: `refund.<refundUid>`, `reserve.<rsvtUid>` … */
  key: string
  /** A few words for the gateway's records; nothing that a person wrote. */
  reason: string
}

/**
 * Gives money of a paid order back, in the transaction of whatever is the reason; the same key: once. The order's row is
 * locked, so call it before any pass is. Throws `E_REFUND` when more would go back than was charged.
 */
export const giveMoneyBack = async (tx: Tx, { ordUid, amount, key, reason }: MoneyBack, now: number): Promise<void> => {
  await lockOrder(tx, ordUid)
  const isNew = await store.insertMoney(tx, { key, ordUid, amount, reason, askedAt: now })
  if (!isNew) return
  if (!(await promiseBack(tx, ordUid, amount))) throw new Refusal('E_REFUND')
  await schedule(tx, { kind: MONEY_JOB, key: `${MONEY_JOB}:${key}`, dueAt: now, waitsSince: now, args: { key } })
}

/** What follows when the gateway has answered, in the transaction that writes it down. */
export type Then = (tx: Tx, ended: store.MoneyRow, now: number) => Promise<void>

/** `code` of a refusal, null when the money went back; or that it has to wait. Throws `GatewayUnknown`: then it is asked again. */
const ask = async (
  { payment: gateway }: Deps,
  paymentKey: string,
  row: store.MoneyRow,
): Promise<{ code: string | null } | 'disputed'> => {
  // Nothing was charged for what cost nothing.
  if (row.amount === 0) return { code: null }
  if ((await gateway.get(paymentKey))?.disputed) return 'disputed'
  try {
    await gateway.cancel(paymentKey, row.amount, row.key)
    return { code: null }
  } catch (error) {
    if (error instanceof GatewayRefused) return { code: error.code }
    throw error
  }
}

/**
 * Asks the gateway for what is due under `key`, and writes down what it said; when to ask again, should it have to wait.
 * Any number at once do it once.
 */
export const sendMoneyBack = async (deps: Deps, key: string, then: Then): Promise<number | void> => {
  const row = await store.findMoney(deps.db, key)
  if (row?.state !== 'due') return
  const order = await findOrder(deps.db, row.ordUid)
  if (!order) throw new Error('money is due for an order that is gone')
  const answer = await ask(deps, order.paymentKey, row)
  const now = deps.clock()
  if (answer === 'disputed') return now + DISPUTED_MS
  const { code } = answer
  await deps.db.transaction(async (tx) => {
    await lockOrder(tx, row.ordUid)
    const ended = await store.endMoney(tx, key, { state: code === null ? 'done' : 'refused', code, endedAt: now })
    if (!ended) return
    if (code !== null) await dropPromise(tx, row.ordUid, row.amount)
    await then(tx, ended, now)
  })
  if (code !== null) deps.log.warn({ order: row.ordUid, code }, 'the payment gateway refused to give money back')
}
