import type { FastifyInstance } from 'fastify'
import { INQUIRY_MAX } from '#contract/limits.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, expecting, type Expected, readAnswer } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
import { answerInquiry, readForDesk, waitingInquiries } from './service.ts'

/** `/operator/inquiries`, for `npm run inquiry:list`, `inquiry:show` and `inquiry:answer`. */

/** What one list shows: a desk answers the oldest first. */
const LISTED = 100

const AWAY = 'The object storage with the photos does not answer (FILES_S3_URL); try again.'

/** Returns the digits of a number such as Q-000123. Throws `CommandRefused` with this sentence for another text. */
const digitsOf = (number: string, none: string): number => {
  const digits = /^Q-(\d{6,9})$/.exec(number)?.[1]
  if (digits === undefined) throw new CommandRefused('E_NOT_FOUND', none)
  return Number(digits)
}

/**
 * Adds `GET /operator/inquiries`, the oldest hundred that wait for an answer and how many wait;
 * `GET /operator/inquiries/:number`, which answers with the inquiry and its photos (WebP, base64), and
 * `POST /operator/inquiries/:number`, with the answer as its body. They answer 404 with a sentence for an unknown inquiry,
 * the second also for one that is answered; 422 for an answer that is empty, too long or has control characters.
 */
export const inquiryPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/inquiries',
    forOperator(deps, () => waitingInquiries(deps.db, LISTED)),
  )
  app.get(
    '/operator/inquiries/:number',
    forOperator(deps, async ({ params: { number = '' } }) => {
      const none = `${number} is no inquiry.`
      const digits = digitsOf(number, none)
      const expected: Expected = { E_NOT_FOUND: ['E_NOT_FOUND', none], E_UNAVAILABLE: ['E_UNAVAILABLE', AWAY] }
      const copy = await expecting(expected, () => readForDesk(deps, digits))
      return { ...copy, photos: copy.photos.map((bytes) => bytes.toString('base64')) }
    }),
  )
  app.post(
    '/operator/inquiries/:number',
    forOperator(deps, async ({ params: { number = '' }, text, operator }) => {
      const none = `${number} is no inquiry, or it has been answered.`
      const digits = digitsOf(number, none)
      const content = readAnswer(text, INQUIRY_MAX)
      await expecting({ E_NOT_FOUND: ['E_NOT_FOUND', none] }, () =>
        deps.db.transaction(async (tx) => {
          const at = deps.clock()
          await answerInquiry(tx, deps.mail, { number: digits, content }, at)
          // Not the text: the inquiry is erased with its member, and the log is not.
          await noteOperatorChange(tx, {
            at,
            operator,
            target: number,
            field: 'inquiry',
            after: 'answer',
          })
        }),
      )
      deps.mail.wake()
      return {}
    }),
  )
}
