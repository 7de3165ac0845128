import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { LOAD_MAX, loadCards } from './load.ts'

/** `/operator/cards`, for `npm run card:load`. The body: how many cards to generate, or their numbers, one a line. */

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  E_NOT_FOUND: 'There is no card product with this id.',
  E_CARD_NUMBER: `Give a number of cards from 1 to ${LOAD_MAX}, or numbers of 16 digits whose last one is the check digit.`,
  E_CARD_TAKEN: 'One of these numbers is known already. No card was taken into stock.',
}

/** Reads one number of up to four digits as a count, anything else as card numbers. */
const readBody = (body: unknown): string[] | number => {
  const lines = (Buffer.isBuffer(body) ? body.toString() : '').split(/\s+/).filter(Boolean)
  const [first = ''] = lines
  return lines.length === 1 && /^\d{1,4}$/.test(first) ? Number(first) : lines
}

/**
 * Adds `POST /operator/cards/:product`: adds cards to the stock and answers `{ cards }`, each with its number and QR
 * text. Answers 409 with a sentence for an unknown product, an invalid number and a number that exists.
 */
export const cardPages = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/operator/cards/:product',
    forOperator(deps, async ({ product = '' }, body) => {
      try {
        return { body: { cards: await loadCards(deps, product, readBody(body)) } }
      } catch (error) {
        const sentence = error instanceof Refusal ? SENTENCES[error.code] : undefined
        if (!sentence) throw error
        return { status: 409, body: { sentence } }
      }
    }),
  )
}
