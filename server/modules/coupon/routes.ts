import * as coupon from '#contract/calls/coupon.ts'
import { Refusal } from '#server/http/refusal.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { countFailure } from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { couponPages } from './operator.ts'
import { listCoupons, listIssues, takeCoupon, takePaperCoupon, JOB_KINDS } from './service.ts'

/** Requires a coupon number (spec 5.12), from the query or, as our client sends it, the body (spec 7.12). */
const numbered = (name: string, number: string | undefined): string => {
  if (!number?.trim())
    throw new Refusal('E_COUPON_REQUIRED', { fields: [{ field: `query.${name}`, reason: 'required' }] })
  return number
}

const routes: Served[] = [
  serve(coupon.list, ({ query }, { deps, member: { memberId }, locale }) =>
    listIssues(deps.db, { memberId, locale, now: deps.clock(), ...query }),
  ),

  serve(coupon.myCoupon, ({ query }, { deps, member: { memberId }, locale }) =>
    listCoupons(deps.db, { memberId, locale, now: deps.clock(), ...query }),
  ),

  serve(coupon.insert, ({ query, body }, { deps, member: { memberId }, locale, write }) => {
    const couponPblcnUid = numbered('couponPblcnUid', (body ?? query).couponPblcnUid)
    return write((tx) => takeCoupon(tx, couponPblcnUid, { memberId, locale, now: deps.clock() }))
  }),

  serve(coupon.paperInsert, async ({ query, body }, { deps, member: { memberId }, locale, write }) => {
    const couponUid = numbered('couponUid', (body ?? query).couponUid)
    const { forgive } = await countFailure(deps, 'paperCoupon', memberId)
    const taken = await write((tx) => takePaperCoupon(tx, couponUid, { memberId, locale, now: deps.clock() }))
    await forgive()
    return taken
  }),
]

export const couponModule = defineModule({ name: 'coupon', routes, jobs: JOB_KINDS, pages: [couponPages] })
