import { insert, list, paperInsert, type Coupon, type Issue } from '#contract/calls/coupon.ts'
import { daysLeft } from '#contract/rules/coupon.ts'
import type { Answer } from '#api/failure.ts'
import type { ClientRuntime } from '#sync/clientRuntime.ts'
import { outcome, type Outcome } from './outcome.ts'
import { createPartHook } from './partHook.ts'
import { withRuntime } from './withRuntime.ts'
export type { Coupon, Issue } from '#contract/calls/coupon.ts'

/** Returns the member's coupons of all states, as the server has ordered them. */
export const useCoupons = createPartHook<'coupons', { list: Coupon[] }>('coupons', {
  none: { list: [] },
  tables: (db) => [db.coupons],
  read: async (db) => ({ list: await db.coupons.toArray() }),
  fromMemory: (list) => ({ list }),
})

/**
 * Returns the usable coupons, the first to expire first, and those that were used or have expired, the latest first.
 * Offline a coupon expires by `now` (ms), although the server has last sent it as usable.
 */
export const splitCoupons = (all: readonly Coupon[], now: number): { usable: Coupon[]; ended: Coupon[] } => {
  const isUsable = ({ state, expiresAt }: Coupon) => state === 'usable' && (expiresAt ?? Infinity) > now
  const endOf = ({ usedAt, expiresAt }: Coupon) => usedAt ?? expiresAt ?? 0
  return {
    usable: all.filter(isUsable).toSorted((a, b) => (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity)),
    ended: all.filter((coupon) => !isUsable(coupon)).toSorted((a, b) => endOf(b) - endOf(a)),
  }
}

/** Returns the days that a coupon remains valid at `now` (ms): 0 on its last Korean day, null without a deadline. */
export const couponDaysLeft = (coupon: Coupon, now: number): number | null => daysLeft(coupon.expiresAt, now)

/** Resolves with the coupons that members can take at present. Needs the server. */
export const fetchIssues = (): Promise<Outcome<Issue[]>> =>
  withRuntime(async ({ api, reads }) => outcome(await reads.pages(api, list)))

const taken = async ({ pulls }: ClientRuntime, answer: Answer<Coupon>): Promise<Outcome<Coupon>> => {
  if (answer.ok) await pulls.pull('coupons', true)
  return outcome(answer)
}

/** Takes an issued coupon. Needs the server. */
export const takeCoupon = (couponPblcnUid: string): Promise<Outcome<Coupon>> =>
  withRuntime(async (runtime) => taken(runtime, await runtime.api.call(insert, { body: { couponPblcnUid } })))

/** Takes a paper coupon by its printed number. Needs the server. */
export const registerCoupon = (number: string): Promise<Outcome<Coupon>> =>
  withRuntime(async (runtime) => taken(runtime, await runtime.api.call(paperInsert, { body: { couponUid: number } })))
