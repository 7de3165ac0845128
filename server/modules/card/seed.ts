import type { Database, Tx } from '#server/db/connect.ts'
import type { Keys } from '#server/keys.ts'
import { productOf } from '#server/modules/catalogue/service.ts'
import { issueCounterPass } from '#server/modules/pass/service.ts'
import { setStock } from '#server/modules/stock/service.ts'
import { cardHashes, storedCard, type PrintedCard } from './hashes.ts'
import { sampleNumber, sampleQr } from './numbers.ts'
import * as store from './store.ts'

/** Card products in the order of their sample numbers. */
const PRODUCTS = ['pass-24h-card', 'pass-48h-card', 'pass-big3-card', 'pass-big5-card']
/** How many cards of each product are sold over the counter: numbers 01 to 05. */
const SOLD = 5
/** Cards at the exchange desks: numbers 11 to 50. The stock on sale is the same number. */
const FIRST_IN_STOCK = 11
const IN_STOCK = 40
const BLOCKED = 99

const range = (first: number, length: number): number[] => Array.from({ length }, (_, nth) => first + nth)
const NUMBERED = [...range(1, SOLD), ...range(FIRST_IN_STOCK, IN_STOCK), BLOCKED]

/** Returns a sample number of the first releases: 9990 0000 pppp nnnn. Most have a wrong check digit. */
const formerNumber = (product: number, nth: number): string =>
  `99900000${String(product).padStart(4, '0')}${String(nth).padStart(4, '0')}`

const printed = (cardNum: string): PrintedCard => ({ cardNum, qr: sampleQr(cardNum) })

const cardOf = (keys: Keys, sample: PrintedCard, gdsUid: string, nth: number): store.Card => ({
  ...storedCard(keys, sample),
  gdsUid,
  state: nth === BLOCKED ? 'blocked' : 'stock',
  passUid: null,
  gateUid: null,
  registeredAt: null,
})

/** stock → live without an order: sold over the counter. No member holds its pass until someone registers the card. */
const sell = async (tx: Tx, { numberHash, lastFour, gdsUid }: store.Card, now: number): Promise<void> => {
  const product = await productOf(tx, `${gdsUid}-std`)
  if (!product) throw new Error(`${gdsUid} is no product.`)
  const passUid = await issueCounterPass(tx, product, `CARD-${lastFour}`, now)
  await store.handOut(tx, { numberHash, gdsUid, passUid, gateUid: null })
}

/** Gives sample cards of an earlier release their present numbers and QR codes; their passes stay. */
const reprintFormer = async (tx: Tx, keys: Keys): Promise<void> => {
  const samples = PRODUCTS.flatMap((_, index) =>
    NUMBERED.map((nth) => ({
      formerHashes: cardHashes(keys, formerNumber(index + 1, nth)),
      sample: printed(sampleNumber(index + 1, nth)),
    })),
  )
  const qrHashes = await store.qrHashes(
    tx,
    samples.flatMap(({ formerHashes }) => formerHashes),
  )
  for (const { formerHashes, sample } of samples)
    for (const formerHash of formerHashes) {
      const qrHash = qrHashes.get(formerHash)
      if (qrHash !== undefined && !cardHashes(keys, sample.qr).includes(qrHash))
        await store.reprint(tx, formerHash, storedCard(keys, sample))
    }
}

/** Inserts sample cards for development, sells some, and sets the stock of each card product. Idempotent. */
export const seedCards = (db: Database, keys: Keys, now: number): Promise<void> =>
  db.transaction(async (tx) => {
    await reprintFormer(tx, keys)
    for (const [index, gdsUid] of PRODUCTS.entries()) {
      const samples = NUMBERED.map((nth) => ({ nth, sample: printed(sampleNumber(index + 1, nth)) }))
      const existing = await store.underFormerRoots(
        tx,
        keys,
        samples.map(({ sample }) => sample),
      )
      if (existing.size > 0) continue
      const cards = samples.map(({ nth, sample }) => cardOf(keys, sample, gdsUid, nth))
      const isNew = await store.insert(tx, cards)
      if (isNew.length === 0) continue
      for (const card of cards.slice(0, SOLD)) await sell(tx, card, now)
      await setStock(tx, `${gdsUid}-std`, IN_STOCK)
    }
  })
