import { share } from '#contract/rules/proRata.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as store from './store.ts'

/** Whose points, and for which order. */
interface Moved {
  memberId: string
  ordUid: string
}

/** Points that a member has; one is one won. */
export const balanceOf = (db: Database | Tx, memberId: string): Promise<number> => store.balanceOf(db, memberId)

/** Spends points on an order, in the transaction that writes it; never below zero. Throws `E_POINTS`. */
export const spendPoints = async (
  tx: Tx,
  { memberId, ordUid, amount }: Moved & { amount: number },
  now: number,
): Promise<void> => {
  if (amount === 0) return
  if (!(await store.move(tx, { memberId, kind: 'spend', amount: -amount, ordUid, at: now })))
    throw new Refusal('E_POINTS')
}

/** Earns the configured percentage of what was paid, in the transaction that pays the order; once for one order. */
export const earnPoints = async (
  tx: Tx,
  { earnPercent }: Config['points'],
  { memberId, ordUid, paid }: Moved & { paid: number },
  now: number,
): Promise<void> => {
  const amount = Math.floor((paid * earnPercent) / 100)
  if (amount === 0) return
  await store.lock(tx, memberId)
  if ((await store.sumOf(tx, ordUid, 'earn')) > 0) return
  await store.move(tx, { memberId, kind: 'earn', amount, ordUid, at: now })
}

/**
 * Ends an order's points for `units` of its `of` units, counted from the first that was taken back: what was spent on
 * them comes back, what they earned goes, as far as it is still there. Saying it again changes nothing; without a part
 * it is the whole order.
 */
export const returnPoints = async (
  tx: Tx,
  { memberId, ordUid }: Moved,
  now: number,
  { units, of }: { units: number; of: number } = { units: 1, of: 1 },
): Promise<void> => {
  const spent = -(await store.sumOf(tx, ordUid, 'spend'))
  const earned = await store.sumOf(tx, ordUid, 'earn')
  if (spent === 0 && earned === 0) return
  const balance = await store.lock(tx, memberId)
  const back = share(spent, units, of) - (await store.sumOf(tx, ordUid, 'return'))
  if (back > 0) await store.move(tx, { memberId, kind: 'return', amount: back, ordUid, at: now })
  const due = share(earned, units, of) + (await store.sumOf(tx, ordUid, 'take_back'))
  const gone = Math.min(due, balance + Math.max(0, back))
  if (gone > 0) await store.move(tx, { memberId, kind: 'take_back', amount: -gone, ordUid, at: now })
}

/** The ledger of a member, newest first, with the balance. */
export const listPoints = async (
  db: Database,
  { earnPercent, spend }: Config['points'],
  { memberId, pageNum, pageSize }: { memberId: string; pageNum: number; pageSize: number },
) => ({
  list: (await store.page(db, memberId, pageNum, pageSize)).map(({ entryUid, kind, amount, balance, ordUid, at }) => ({
    entryUid,
    kind,
    amount,
    balance,
    ordUid,
    at,
  })),
  pageNum,
  pageSize,
  total: await store.countOf(db, memberId),
  balance: await balanceOf(db, memberId),
  earnPercent,
  spendYn: spend ? ('Y' as const) : ('N' as const),
})
