import type { FastifyInstance } from 'fastify'
import { safeParse } from 'zod/v4/core'
import { email as address } from '#contract/calls/fields.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readMemberByEmail } from '#server/modules/member/service.ts'
import { giveCoupon } from './service.ts'

/** `/operator/coupons`, for `npm run coupon:give`. The member's email address is the body, which is not logged. */

const NO_MEMBER = 'No member has this email address.'
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  E_NOT_FOUND: 'There is no issue of coupons with this id, or its coupons are printed.',
  E_COUPON_TAKEN: 'The member has this coupon already.',
  E_COUPON_OVER: 'This issue is over, or none is left.',
}

/**
 * Adds `POST /operator/coupons/:issue`: gives the member a coupon of this issue, answers `{ number, name }`. Answers
 * 404 with a sentence for an unknown member, 409 when the issue is unknown, over or printed, or the member has one.
 */
export const couponPages = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/operator/coupons/:issue',
    forOperator(deps, async ({ issue = '' }, body) => {
      const email = safeParse(address, Buffer.isBuffer(body) ? body.toString() : '')
      const member = email.success ? await readMemberByEmail(deps.db, email.data) : undefined
      if (!member) return { status: 404, body: { sentence: NO_MEMBER } }
      const taking = { memberId: member.id, locale: 'en' as const, now: deps.clock() }
      try {
        const { number, name } = await deps.db.transaction((tx) => giveCoupon(tx, issue, taking))
        return { body: { number, name } }
      } catch (error) {
        const sentence = error instanceof Refusal ? SENTENCES[error.code] : undefined
        if (!sentence) throw error
        return { status: 409, body: { sentence } }
      }
    }),
  )
}
