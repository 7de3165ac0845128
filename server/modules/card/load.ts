import { randomBytes, randomInt } from 'node:crypto'
import { CARD_QR_PREFIX, checkDigit, hasCheckDigit } from '#contract/rules/card.ts'
import { toLetters } from '#contract/rules/crockford.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { productOf } from '#server/modules/catalogue/service.ts'
import { storedCard, type PrintedCard } from './hashes.ts'
import * as store from './store.ts'

/** Most cards that one `loadCards` adds. */
export const LOAD_MAX = 1_000
const QR_BYTES = 10

const freshNumber = (): string => {
  const digits = Array.from({ length: 15 }, () => randomInt(10)).join('')
  return digits + checkDigit(digits)
}

/**
 * Adds new cards of a product to the stock, all or none; each gets a QR code of 80 random bits. Returns numbers and QR
 * texts in plain text, which cannot be read again: only hashes and encrypted QR texts are stored. `numbers`: those that
 * the printer used, or how many to generate (1 to `LOAD_MAX`). Throws `E_NOT_FOUND` for an id of no card product;
 * `E_CARD_NUMBER` for an invalid number or count; `E_CARD_TAKEN` for a number that exists.
 */
export const loadCards = ({ db, keys }: Deps, gdsUid: string, numbers: string[] | number): Promise<PrintedCard[]> =>
  db.transaction(async (tx) => {
    const product = await productOf(tx, `${gdsUid}-std`)
    if (product?.medium !== 'card') throw new Refusal('E_NOT_FOUND')
    const wanted = typeof numbers === 'number' ? Array.from({ length: numbers }, freshNumber) : numbers
    if (wanted.length === 0 || wanted.length > LOAD_MAX || !wanted.every(hasCheckDigit))
      throw new Refusal('E_CARD_NUMBER')
    const cards = wanted.map((cardNum) => ({ cardNum, qr: CARD_QR_PREFIX + toLetters(randomBytes(QR_BYTES)) }))
    if ((await store.underFormerRoots(tx, keys, cards)).size > 0) throw new Refusal('E_CARD_TAKEN')
    const rows = cards.map((printed) => ({
      ...storedCard(keys, printed),
      gdsUid,
      state: 'stock' as const,
      passUid: null,
      gateUid: null,
      registeredAt: null,
    }))
    if ((await store.insert(tx, rows)).length !== rows.length) throw new Refusal('E_CARD_TAKEN')
    return cards
  })
