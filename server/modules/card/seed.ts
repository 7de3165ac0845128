import { CARD_QR_PREFIX } from '#contract/rules/card.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { productOf } from '#server/modules/catalogue/service.ts'
import { issueCounterPass } from '#server/modules/pass/service.ts'
import { setStock } from '#server/modules/stock/service.ts'
import { sampleQr } from './numbers.ts'
import * as store from './store.ts'

/** Card products in the order of their sample numbers. */
const PRODUCTS = ['pass-24h-card', 'pass-48h-card', 'pass-big3-card', 'pass-big5-card']
/** Sold over the counter: numbers 01 to 05 of each product. */
const SOLD = 5
/** At the exchange desks: numbers 11 to 50. As many are on sale. */
const FIRST_IN_STOCK = 11
const IN_STOCK = 40
const BLOCKED = 99

/** 9990 0000 0001 0011: product 1, card 11. */
const numberOf = (product: number, nth: number): string =>
  `99900000${String(product).padStart(4, '0')}${String(nth).padStart(4, '0')}`

const cardOf = (product: number, gdsUid: string, nth: number): store.Card => ({
  cardNumber: numberOf(product, nth),
  qrNumber: sampleQr(numberOf(product, nth)),
  gdsUid,
  state: nth === BLOCKED ? 'blocked' : 'stock',
  passUid: null,
  gateUid: null,
  registeredAt: null,
})

/** stock → live without an order: sold over the counter, its pass nobody's until it is registered. */
const sell = async (tx: Tx, { cardNumber, gdsUid }: store.Card, now: number): Promise<void> => {
  const product = await productOf(tx, `${gdsUid}-std`)
  if (!product) throw new Error(`${gdsUid} is no product.`)
  const passUid = await issueCounterPass(tx, product, `CARD-${cardNumber.slice(-4)}`, now)
  await store.handOut(tx, { cardNumber, gdsUid, passUid, gateUid: null })
}

/** Made-up cards for development, and as many card passes on sale as lie at the desks. Once. */
export const seedCards = (db: Database, now: number): Promise<void> =>
  db.transaction(async (tx) => {
    // In the first release the QR code of a card said its number.
    for (const number of await store.withQrOfNumber(tx, CARD_QR_PREFIX)) await store.setQr(tx, number, sampleQr(number))
    for (const [index, gdsUid] of PRODUCTS.entries()) {
      const count = (length: number, first: number) =>
        Array.from({ length }, (_, nth) => cardOf(index + 1, gdsUid, first + nth))
      const sold = count(SOLD, 1)
      const isNew = await store.insert(tx, [...sold, ...count(IN_STOCK, FIRST_IN_STOCK), ...count(1, BLOCKED)])
      if (isNew.length === 0) continue
      for (const card of sold) await sell(tx, card, now)
      await setStock(tx, `${gdsUid}-std`, IN_STOCK)
    }
  })
