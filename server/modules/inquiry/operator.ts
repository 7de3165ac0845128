import type { FastifyInstance } from 'fastify'
import { INQUIRY_MAX } from '#contract/limits.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { answerInquiry } from './service.ts'

/** `/operator/inquiries`, for `npm run inquiry:answer`. */

const LENGTH = `An answer has 1 to ${INQUIRY_MAX} characters.`

/**
 * Adds `POST /operator/inquiries/:number`, with the answer as its body. Answers 404 with a sentence for an unknown or
 * answered inquiry, 422 for an answer that is empty, too long or has control characters.
 */
export const inquiryPages = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/operator/inquiries/:number',
    forOperator(deps, async ({ number = '' }, body) => {
      const none = { status: 404, body: { sentence: `${number} is no inquiry, or it has been answered.` } }
      const digits = /^Q-(\d{6,9})$/.exec(number)?.[1]
      if (digits === undefined) return none
      const content = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
      if (content === '' || !isClean(content) || graphemes(content) > INQUIRY_MAX)
        return { status: 422, body: { sentence: LENGTH } }
      try {
        await deps.db.transaction((tx) =>
          answerInquiry(tx, deps.mail, { number: Number(digits), content }, deps.clock()),
        )
      } catch (error) {
        if (error instanceof Refusal) return none
        throw error
      }
      deps.mail.wake()
      return { body: {} }
    }),
  )
}
