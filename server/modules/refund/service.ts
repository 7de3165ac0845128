import { uuidv7 } from 'uuidv7'
import type { RefundResult } from '#contract/calls/refund.ts'
import { REFUND_REASONS } from '#contract/codes.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { koreanDateTime } from '#contract/rules/koreanCalendar.ts'
import { isUsed, needsDesk, type NotRefundable, refundAmount, whyNotRefundable } from '#contract/rules/refund.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refundedReservation } from '#server/modules/booking/service.ts'
import { databaseJob, externalJob, type JobKind, scheduleAgain } from '#server/modules/job/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { chargedOrderOf, findOrder, lockOrder, type OrderRow, reserveRefund } from '#server/modules/order/service.ts'
import {
  claimForRefund,
  countUncollected,
  lockUnits,
  type Pass,
  restoreUnits,
  voidUnits,
} from '#server/modules/pass/service.ts'
import { returnPoints, type Validity } from '#server/modules/point/service.ts'
import { returnStock } from '#server/modules/stock/service.ts'
import { returnCouponOf } from './cart.ts'
import { letterJob, scheduleLetter } from './letter.ts'
import { giveMoneyBack, MONEY_JOB, type MoneyName, sendMoneyBack, type Then } from './money.ts'
import * as store from './store.ts'

export { listRefunds, refundsOf, refundStatesOf, waitingRefunds } from './lists.ts'
export { giveMoneyBack, type MoneyBack } from './money.ts'

/**
 * A request for a refund of unused passes (spec 4.18):
 *
 *     by rule ─ units voided, money scheduled ─→ requested ─ the gateway refunded ─→ completed
 *                                                    ↑     └─ the gateway refused ───→ denied
 *     late, or a collected card ─→ at the desk ─ approved
 *                                          └── denied by the desk, or a unit was used ─→ denied
 *
 * A request claims its units (`pass.refundUid`) until it is denied: a unit has one request, and no gate admits it. An
 * entry that a gate made offline still counts as use: a job then denies a request that waits for the desk. After a
 * denial the holder can use the units again. Lock order: order → passes → coupon → points → stock.
 */

const CODES: Record<NotRefundable, ErrorCode> = {
  given: 'E_REFUND_GIVEN',
  gift: 'E_REFUND_GIFT',
  used: 'E_REFUND_USED',
  asked: 'E_REFUND_ASKED',
}

/** What a buyer asks to be refunded. */
export interface RefundInput {
  ordUid: string
  whyCd: string | undefined
  etcWhy: string
  /** Absent: every unit that can be refunded. */
  passUids: string[] | undefined
}

const resultOf = (row: store.Refund, { paymentKey }: OrderRow): RefundResult => {
  const korean = koreanDateTime(row.requestedAt)
  return {
    ret: 0,
    refundUid: row.refundUid,
    state: row.state,
    cancelAmt: row.amount,
    cancelDate: korean.slice(0, 10).replaceAll('-', ''),
    cancelTime: korean.slice(11, 19).replaceAll(':', ''),
    tid: paymentKey,
    types: row.whole ? 'whole' : 'part',
    deskYn: row.desk ? 'Y' : 'N',
  }
}

/** Returns the units to be refunded. Throws the reason against the first one that cannot be. */
const wantedOf = (units: Pass[], order: OrderRow, passUids: string[] | undefined): Pass[] => {
  const judged = units.map((unit) => ({ unit, why: whyNotRefundable(unit, order.memberId) }))
  const named = passUids && judged.filter(({ unit }) => passUids.includes(unit.passUid))
  if (named && named.length !== new Set(passUids).size) throw new Refusal('E_NOT_FOUND')
  const against = named ? named.find(({ why }) => why !== null) : judged.every(({ why }) => why !== null) && judged[0]
  if (against) throw new Refusal(against.why ? CODES[against.why] : 'E_REFUND')
  const free = named ?? judged.filter(({ why }) => why === null)
  if (free.length === 0) throw new Refusal('E_REFUND')
  return free.map(({ unit }) => unit)
}

const promise = (tx: Tx, row: Pick<store.Refund, 'refundUid' | 'ordUid' | 'amount'>, now: number): Promise<void> =>
  giveMoneyBack(
    tx,
    { ordUid: row.ordUid, amount: row.amount, key: keyOf(row.refundUid), reason: 'unused passes returned' },
    now,
  )
const keyOf = (refundUid: string): string => `refund.${refundUid}`

/**
 * Requests a refund of unused units of an order; only its buyer may (spec 4.19, 5.9, 9.7 to 9.9). Throws `E_NOT_FOUND`,
 * `E_REFUND_REASON`, `E_REFUND_USED`, `E_REFUND_GIFT`, `E_REFUND_GIVEN`, `E_REFUND_ASKED`, `E_REFUND`.
 */
export const requestRefund = async (
  tx: Tx,
  input: RefundInput,
  memberId: string,
  now: number,
): Promise<RefundResult> => {
  const whyCd = REFUND_REASONS.find((reason) => reason === input.whyCd)
  if (!whyCd) throw new Refusal('E_REFUND_REASON')
  const order = await lockOrder(tx, input.ordUid)
  if (order?.memberId !== memberId || order.kind !== 'pass') throw new Refusal('E_NOT_FOUND')
  if (order.state !== 'paid' || order.disputedAt !== null) throw new Refusal('E_REFUND')
  const wanted = wantedOf(await lockUnits(tx, order.ordUid), order, input.passUids)
  const held = await store.heldOf(tx, order.ordUid)
  const unitsLeft = order.passCnt - held.units
  const row: store.Refund = {
    refundUid: uuidv7(),
    ordUid: order.ordUid,
    memberId,
    state: 'requested',
    desk: needsDesk(order.cancelUntil, wanted, now),
    whyCd,
    etcWhy: input.etcWhy,
    passUids: wanted.map(({ passUid }) => passUid),
    amount: refundAmount(order.amount - held.amount, unitsLeft, wanted.length),
    whole: wanted.length === unitsLeft,
    moneyKey: null,
    requestedAt: now,
    endedAt: null,
    refusal: null,
    note: null,
  }
  if ((await claimForRefund(tx, row.passUids, row.refundUid)) !== wanted.length) throw new Refusal('E_REFUND_ASKED')
  if (row.desk) await store.insertRefund(tx, row)
  else {
    await store.insertRefund(tx, { ...row, moneyKey: keyOf(row.refundUid) })
    await voidUnits(tx, row.refundUid)
    await promise(tx, row, now)
  }
  await scheduleLetter(tx, row.refundUid, now)
  return resultOf(row, await chargedOrderOf(tx, order))
}

const deny = async (
  tx: Tx,
  row: store.Refund,
  orderNumber: string,
  { refusal, note, now }: { refusal: NonNullable<store.Refund['refusal']>; note: string | null; now: number },
): Promise<boolean> => {
  if (!(await store.endRefund(tx, row.refundUid, { state: 'denied', endedAt: now, refusal, note }))) return false
  await restoreUnits(tx, row.refundUid)
  const key = `refund_denied:${row.refundUid}`
  await notifyMember(tx, {
    memberId: row.memberId,
    kind: 'refund_denied',
    key,
    values: { number: orderNumber },
    at: now,
  })
  return true
}

/**
 * Notifies the buyer that `amount` KRW went back or, if nothing was charged, that the cancellation is done. No-op for a
 * member who has withdrawn.
 */
const announceCompleted = async (
  tx: Tx,
  { memberId, orderNumber }: Pick<OrderRow, 'memberId' | 'orderNumber'>,
  { id, amount }: { id: string; amount: number },
  now: number,
): Promise<void> => {
  const news = { memberId, key: `refund_completed:${id}`, at: now }
  const number = orderNumber
  await (amount > 0
    ? notifyMember(tx, { ...news, kind: 'refund_completed', values: { number, amount } })
    : notifyMember(tx, { ...news, kind: 'refund_nothing', values: { number } }))
}

const complete = async (tx: Tx, points: Validity, row: store.Refund, order: OrderRow, now: number): Promise<void> => {
  if (!(await store.endRefund(tx, row.refundUid, { state: 'completed', endedAt: now }))) return
  const back = await store.completedUnits(tx, row.ordUid)
  if (back === order.passCnt) await returnCouponOf(tx, order, now)
  await returnPoints(tx, points, order, now, { units: back, of: order.passCnt })
  // A card that was collected is no longer at an exchange desk, so it is not back in stock.
  await returnStock(tx, row.ordUid, await countUncollected(tx, row.passUids))
  await announceCompleted(tx, order, { id: row.refundUid, amount: row.amount }, now)
}

/** Ends a cancelled reservation after its money was refunded in full; coupon and points return too. */
const completeReservation = async (tx: Tx, points: Validity, order: OrderRow, amount: number, now: number) => {
  await refundedReservation(tx, order.ordUid, now)
  await returnCouponOf(tx, order, now)
  await returnPoints(tx, points, order, now)
  await announceCompleted(tx, order, { id: order.ordUid, amount }, now)
}

/**
 * Ends the request after the gateway's answer. The refund of a reservation has no request: success ends the
 * reservation, a refusal leaves it to the desk.
 */
const onAnswered: Then = async (tx, money, now, points) => {
  const order = await findOrder(tx, money.ordUid)
  if (order?.kind === 'goods') {
    if (money.state === 'done') await completeReservation(tx, points, order, money.amount, now)
    return
  }
  const row = await store.findByMoney(tx, money.key)
  if (!row || !order) return
  if (money.state === 'done') await complete(tx, points, row, order, now)
  else await deny(tx, row, order.orderNumber, { refusal: 'gateway', note: null, now })
}

/**
 * Records that the desk refunded a cancelled reservation by hand, and its amount, which the gateway's refusal released:
 * else the charge would look disputed. False, and the caller must roll back, unless the gateway refused the refund.
 */
export const gaveBackByHand = async (tx: Tx, points: Validity, { ordUid, key }: MoneyName, now: number) => {
  const order = await lockOrder(tx, ordUid)
  const money = await store.findMoney(tx, key)
  if (!order || money?.state !== 'refused' || !(await reserveRefund(tx, ordUid, money.amount))) return false
  await completeReservation(tx, points, order, money.amount, now)
  return true
}

export interface Decision {
  approve: boolean
  /** Note that the member reads with a denial. */
  note: string | null
}

/** Locks a request that waits for the desk, with its order and units; undefined when it does not wait. */
const lockWaiting = async (tx: Tx, refundUid: string) => {
  const refund = await store.findRefund(tx, refundUid)
  const order = refund && (await lockOrder(tx, refund.ordUid))
  // Read again under the lock.
  const row = order && (await store.findRefund(tx, refundUid))
  if (!row || row.state !== 'requested' || !row.desk || row.moneyKey !== null) return undefined
  const units = (await lockUnits(tx, row.ordUid)).filter((unit) => unit.refundUid === refundUid)
  return { row, order, units }
}

const USED_JOB = 'refund-used'

/**
 * Schedules the denial of a request, one unit of which a gate let in without knowing of it. In the transaction of the
 * entry, but as a job: the entry holds the lock of its pass, and a denial locks the order before (security 9.7). `now`
 * in ms.
 */
export const denyUsed = (tx: Tx, refundUid: string, now: number): Promise<void> =>
  // Again, because an entry that was undone before its job ran leaves the request open, and another one may follow.
  scheduleAgain(tx, {
    kind: USED_JOB,
    key: `${USED_JOB}:${refundUid}`,
    dueAt: now,
    waitsSince: now,
    args: { refundUid },
  })

const onUsed = async (tx: Tx, refundUid: string, now: number): Promise<void> => {
  const waiting = await lockWaiting(tx, refundUid)
  if (!waiting?.units.some(isUsed)) return
  await deny(tx, waiting.row, waiting.order.orderNumber, { refusal: 'used', note: null, now })
}

/**
 * Decides a request that waits for the desk. Approval voids its units and schedules the refund. Denies even an approved
 * request when a unit was used (offline) or blocked by a dispute meanwhile. Throws `E_NOT_FOUND` for a request that
 * does not wait for the desk.
 */
export const decideRefund = async (
  tx: Tx,
  refundUid: string,
  { approve, note }: Decision,
  now: number,
): Promise<'approved' | 'denied'> => {
  const waiting = await lockWaiting(tx, refundUid)
  if (!waiting) throw new Refusal('E_NOT_FOUND')
  const { row, order, units } = waiting
  const free = units.filter((unit) => !isUsed(unit) && unit.voided === null).length
  if (!approve || free !== row.passUids.length) {
    const refusal = approve ? 'used' : 'desk'
    await deny(tx, row, order.orderNumber, { refusal, note, now })
    return 'denied'
  }
  await voidUnits(tx, refundUid)
  await store.setMoneyKey(tx, refundUid, keyOf(refundUid))
  await promise(tx, row, now)
  return 'approved'
}

export const JOB_KINDS: readonly JobKind[] = [
  externalJob(MONEY_JOB, (deps, { args }) => sendMoneyBack(deps, String(args.key), onAnswered)),
  databaseJob(USED_JOB, (tx, { args }, { clock }) => onUsed(tx, String(args.refundUid), clock())),
  letterJob,
]
