import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { INQUIRY_MAX } from '#contract/limits.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { answerInquiry, readForDesk, waitingInquiries } from './service.ts'

/** `/operator/inquiries`, for `npm run inquiry:list`, `inquiry:show` and `inquiry:answer`. */

/** What one list shows: a desk answers the oldest first. */
const LISTED = 100
const LENGTH = `An answer has 1 to ${INQUIRY_MAX} characters.`

/** Returns the digits of a number such as Q-000123; null for another text. */
const digitsOf = (number: string): number | null => {
  const digits = /^Q-(\d{6,9})$/.exec(number)?.[1]
  return digits === undefined ? null : Number(digits)
}

const AWAY = 'The object storage with the photos does not answer (FILES_S3_URL); try again.'

/** Runs `work`; returns the code of the refusal that it throws. */
const orRefusal = async <T extends object>(work: () => Promise<T>): Promise<T | ErrorCode> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
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
    forOperator(deps, async () => ({ body: await waitingInquiries(deps.db, LISTED) })),
  )
  app.get(
    '/operator/inquiries/:number',
    forOperator(deps, async ({ number = '' }) => {
      const digits = digitsOf(number)
      const copy = digits === null ? 'E_NOT_FOUND' : await orRefusal(() => readForDesk(deps, digits))
      if (copy === 'E_UNAVAILABLE') return { status: 503, body: { sentence: AWAY } }
      if (typeof copy === 'string') return { status: 404, body: { sentence: `${number} is no inquiry.` } }
      return { body: { ...copy, photos: copy.photos.map((bytes) => bytes.toString('base64')) } }
    }),
  )
  app.post(
    '/operator/inquiries/:number',
    forOperator(deps, async ({ number = '' }, body) => {
      const none = { status: 404, body: { sentence: `${number} is no inquiry, or it has been answered.` } }
      const digits = digitsOf(number)
      if (digits === null) return none
      const content = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
      if (content === '' || !isClean(content) || graphemes(content) > INQUIRY_MAX)
        return { status: 422, body: { sentence: LENGTH } }
      const answered = await orRefusal(() =>
        deps.db.transaction((tx) => answerInquiry(tx, deps.mail, { number: digits, content }, deps.clock())),
      )
      if (typeof answered === 'string') return none
      deps.mail.wake()
      return { body: {} }
    }),
  )
}
