import { eq } from 'drizzle-orm'
import { pointAccount, pointEntry } from '#server/db/schema/point.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { expirePoints } from '#server/modules/point/expiry.ts'
import { balanceOf, earnPoints, returnPoints, spendPoints } from '#server/modules/point/service.ts'
import { lock, move } from '#server/modules/point/store.ts'

/** Moves and reads points of members at any time, without buying anything. Each move is of an order of its own. */
export const openPointLedger = ({ deps: { db } }: { deps: Pick<Deps, 'db'> }) => {
  const ledger = (memberId: string) =>
    db.select().from(pointEntry).where(eq(pointEntry.memberId, memberId)).orderBy(pointEntry.seq)
  return {
    /** Gives points at `now`; returns their order. */
    earn: async (memberId: string, paid: number, { now, validDays }: { now: number; validDays: number }) => {
      const ordUid = crypto.randomUUID()
      const earned = { memberId, ordUid, paid, finalAt: 0 }
      await db.transaction((tx) => earnPoints(tx, { earnPercent: 100, validDays }, earned, now))
      return ordUid
    },
    /** Gives points as the release before does: without a last day. Returns their order. */
    earnForEver: async (memberId: string, amount: number, now: number) => {
      const ordUid = crypto.randomUUID()
      await db.transaction(async (tx) => {
        await lock(tx, memberId)
        await move(tx, { memberId, kind: 'earn', amount, ordUid, at: now })
      })
      return ordUid
    },
    /** Spends points at `now`; returns their order, or the code of the refusal. */
    spend: async (memberId: string, amount: number, now: number) => {
      const ordUid = crypto.randomUUID()
      try {
        await db.transaction((tx) => spendPoints(tx, { memberId, ordUid, amount }, now))
        return ordUid
      } catch (error) {
        if (error instanceof Refusal) return error.code
        throw error
      }
    },
    /** Reverses the points of an order at `now`; spent ones are valid for `validDays` from then on. */
    giveBack: (memberId: string, ordUid: string, now: number, validDays = 60) =>
      db.transaction((tx) => returnPoints(tx, { validDays }, { memberId, ordUid }, now)),
    /** Runs the job that expires points, at `now`. */
    runJob: (now: number) => expirePoints({ db, clock: () => now }),
    balance: (memberId: string, now: number) => balanceOf(db, memberId, now),
    ledger,
    /** Returns kind and amount of each entry. */
    moves: async (memberId: string) => (await ledger(memberId)).map(({ kind, amount }) => [kind, amount]),
    account: async (memberId: string) =>
      (await db.select().from(pointAccount).where(eq(pointAccount.memberId, memberId)))[0],
  }
}
export type PointLedger = ReturnType<typeof openPointLedger>
