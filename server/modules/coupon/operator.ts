import type { FastifyInstance } from 'fastify'
import { safeParse } from 'zod/v4/core'
import * as z from 'zod/mini'
import { email as address } from '#contract/calls/fields.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { answerCommand, CommandRefused, readCommand } from '#server/http/command.ts'
import { ownId, wholeNumber } from '#server/http/commandFields.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readMemberByEmail } from '#server/modules/member/service.ts'
import { createIssue, endIssue, listAllIssues, PRINT_MAX, printNumbers, reprintNumbers } from './issuing.ts'
import { giveCoupon } from './service.ts'
import { issueTerms } from './terms.ts'

/**
 * `/operator/coupons`, for `npm run coupon:…`. Bodies are not logged: that of `coupon:give` is the member's email
 * address.
 */

const NO_MEMBER = 'No member has this email address.'
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  E_NOT_FOUND: 'There is no issue of coupons with this id, or its coupons are printed.',
  E_COUPON_TAKEN: 'The member has this coupon already.',
  E_COUPON_OVER: 'This issue is over, or none is left.',
}

const printing = z.strictObject({ count: wholeNumber(1, PRINT_MAX) })

const readId = (id: string): string => {
  const result = safeParse(ownId, id)
  if (!result.success) throw new CommandRefused('E_INPUT', `The id of an issue ${result.error.issues[0]?.message}.`)
  return result.data
}

/** Adds the pages that list, create, end and print issues. They answer `answerCommand`. */
const issuePages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/coupons',
    forOperator(deps, async () => ({ body: await listAllIssues(deps.db) })),
  )
  app.post(
    '/operator/coupons/:issue/issue',
    forOperator(deps, ({ issue = '' }, body, operator) =>
      answerCommand(async () => {
        await createIssue(deps, { id: readId(issue), operator }, readCommand(issueTerms, body))
        return { id: issue }
      }),
    ),
  )
  app.post(
    '/operator/coupons/:issue/end',
    forOperator(deps, ({ issue: id = '' }, _body, operator) =>
      answerCommand(async () => {
        await endIssue(deps, { id, operator })
        return { id }
      }),
    ),
  )
  app.post(
    '/operator/coupons/:issue/numbers',
    forOperator(deps, ({ issue: id = '' }, body, operator) =>
      answerCommand(async () => ({
        numbers: await printNumbers(deps, { id, operator }, readCommand(printing, body).count),
      })),
    ),
  )
  app.post(
    '/operator/coupons/:issue/reprint',
    forOperator(deps, ({ issue: id = '' }, _body, operator) =>
      answerCommand(async () => ({ numbers: await reprintNumbers(deps, { id, operator }) })),
    ),
  )
}

/**
 * Adds the pages of `issuePages`, and `POST /operator/coupons/:issue`: gives the member a coupon of this issue, answers `{ number, name }`. Answers
 * 404 with a sentence for an unknown member, 409 when the issue is unknown, over or printed, or the member has one.
 */
export const couponPages = (app: FastifyInstance, deps: Deps): void => {
  issuePages(app, deps)
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
