import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { expecting, type Expected } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
import { LOAD_MAX, loadCards } from './load.ts'

/** `/operator/cards`, for `npm run card:load`. The body: how many cards to generate, or their numbers, one a line. */

const EXPECTED: Expected = {
  E_NOT_FOUND: ['E_NOT_FOUND', 'There is no card product with this id.'],
  E_CARD_NUMBER: [
    'E_INPUT',
    `Give a number of cards from 1 to ${LOAD_MAX}, or numbers of 16 digits whose last one is the check digit.`,
  ],
  E_CARD_TAKEN: ['E_EXISTS', 'One of these numbers is known already. No card was taken into stock.'],
}

/** Reads one number of up to four digits as a count, anything else as card numbers. */
const readNumbers = (text: string): string[] | number => {
  const lines = text.split(/\s+/).filter(Boolean)
  const [first = ''] = lines
  return lines.length === 1 && /^\d{1,4}$/.test(first) ? Number(first) : lines
}

/**
 * Adds `POST /operator/cards/:product`: adds cards to the stock and answers `{ cards }`, each with its number and QR
 * text. Answers with a code and a sentence for an unknown product, an invalid number and a number that exists.
 */
export const cardPages = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/operator/cards/:product',
    forOperator(deps, ({ params: { product = '' }, text }) =>
      expecting(EXPECTED, async () => ({ cards: await loadCards(deps, product, readNumbers(text)) })),
    ),
  )
}
