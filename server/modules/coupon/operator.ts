import type { FastifyInstance } from 'fastify'
import { safeParse } from 'zod/v4/core'
import * as z from 'zod/mini'
import { email as address } from '#contract/calls/fields.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, expecting, type Expected, readCommand } from '#server/http/command.ts'
import { ownId, wholeNumber } from '#server/http/commandFields.ts'
import { forOperator } from '#server/http/operator.ts'
import { readMemberByEmail } from '#server/modules/member/service.ts'
import { createIssue, endIssue, listAllIssues, PRINT_MAX, printNumbers, reprintNumbers } from './issuing.ts'
import { giveCoupon } from './service.ts'
import { issueTerms } from './terms.ts'

/**
 * `/operator/coupons`, for `npm run coupon:…`. Bodies are not logged: that of `coupon:give` is the member's email
 * address.
 */

const NO_MEMBER = 'No member has this email address.'
const EXPECTED: Expected = {
  E_NOT_FOUND: ['E_NOT_FOUND', 'There is no issue of coupons with this id, or its coupons are printed.'],
  E_COUPON_TAKEN: ['E_EXISTS', 'The member has this coupon already.'],
  E_COUPON_OVER: ['E_OVER', 'This issue is over, or none is left.'],
}

const printing = z.strictObject({ count: wholeNumber(1, PRINT_MAX) })

const readId = (id: string): string => {
  const result = safeParse(ownId, id)
  if (!result.success) throw new CommandRefused('E_INPUT', `The id of an issue ${result.error.issues[0]?.message}.`)
  return result.data
}

/** Adds the pages that list, create, end and print issues. */
const issuePages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/coupons',
    forOperator(deps, () => listAllIssues(deps.db)),
  )
  app.post(
    '/operator/coupons/:issue/issue',
    forOperator(deps, async ({ params: { issue = '' }, body, operator }) => {
      await createIssue(deps, { id: readId(issue), operator }, readCommand(issueTerms, body))
      return { id: issue }
    }),
  )
  app.post(
    '/operator/coupons/:issue/end',
    forOperator(deps, async ({ params: { issue: id = '' }, operator }) => {
      await endIssue(deps, { id, operator })
      return { id }
    }),
  )
  app.post(
    '/operator/coupons/:issue/numbers',
    forOperator(deps, async ({ params: { issue: id = '' }, body, operator }) => ({
      numbers: await printNumbers(deps, { id, operator }, readCommand(printing, body).count),
    })),
  )
  app.post(
    '/operator/coupons/:issue/reprint',
    forOperator(deps, async ({ params: { issue: id = '' }, operator }) => ({
      numbers: await reprintNumbers(deps, { id, operator }),
    })),
  )
}

/**
 * Adds the pages of `issuePages`, and `POST /operator/coupons/:issue`: gives the member a coupon of this issue, answers
 * `{ number, name }`. Answers with a code and a sentence for an unknown member, and when the issue is unknown, over or
 * printed, or the member has one.
 */
export const couponPages = (app: FastifyInstance, deps: Deps): void => {
  issuePages(app, deps)
  app.post(
    '/operator/coupons/:issue',
    forOperator(deps, async ({ params: { issue = '' }, text, operator }) => {
      const email = safeParse(address, text)
      const member = email.success ? await readMemberByEmail(deps.db, email.data) : undefined
      if (!member) throw new CommandRefused('E_NOT_FOUND', NO_MEMBER)
      const taking = { memberId: member.id, locale: 'en' as const, now: deps.clock() }
      const { number, name } = await expecting(EXPECTED, () =>
        deps.db.transaction(async (tx) => {
          const issued = await giveCoupon(tx, issue, taking)
          const after = { couponUid: issued.couponUid }
          await noteOperatorChange(tx, {
            at: taking.now,
            operator,
            target: issue,
            field: 'coupon give',
            after,
          })
          return issued
        }),
      )
      return { number, name }
    }),
  )
}
