import type { ExchangeCard } from '#contract/calls/card.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Gate } from '#server/http/serve.ts'
import { receiptPlaceName, recordsOf } from '#server/modules/catalogue/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import { tell } from '#server/modules/news/service.ts'
import { findOrder, findOrderByNumber } from '#server/modules/order/service.ts'
import {
  adoptPass,
  cardPassesOf,
  collectPass,
  findPass,
  lockPass,
  lockUnits,
  ownOrderOf,
  type Pass,
} from '#server/modules/pass/service.ts'
import { openQr } from './hashes.ts'
import { isProof, readCardNumber, readVoucher, voucherOf, type Typed } from './numbers.ts'
import * as store from './store.ts'

export { storedCode } from './hashes.ts'
export { hashClearCards } from './rehash.ts'
export { seedCards } from './seed.ts'
export { readCardNumber } from './numbers.ts'

/** The card behind a printed number or a QR number that a gate scanned; undefined for one that we do not know. */
export const findCard = (
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  scanned: string,
): Promise<{ passUid: string | null; state: store.Card['state'] } | undefined> => store.find(db, keys, scanned)

/** What gates without a network must know: the QR codes of cards in travellers' hands, and of those that open nothing. */
export interface GateCards {
  live: { qr: string; passUid: string }[]
  /** Blocked, or their pass was taken back. */
  blocked: string[]
}

export const gateCards = async ({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<GateCards> => {
  const lists: GateCards = { live: [], blocked: [] }
  for (const { state, passUid, isVoid, ...row } of await store.outside(db)) {
    const qr = openQr(keys, row)
    if (qr === null) continue
    if (state === 'live' && passUid !== null && !isVoid) lists.live.push({ qr, passUid })
    else lists.blocked.push(qr)
  }
  return lists
}

/** Has it a voucher? Not while it lies in a gift or a refund, nor once it was taken back. */
const isFree = (pass: Pass): boolean => pass.voided === null && pass.giftUid === null && pass.refundUid === null
const isWaiting = (pass: Pass): boolean => isFree(pass) && pass.collectedAt === null

const shown = async (
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  pass: Pass,
  card: store.Card | undefined,
  locale: Locale,
): Promise<ExchangeCard> => {
  const order = await findOrder(db, pass.ordUid)
  const place = order?.receiptPlaceUid
  const own = ownOrderOf(pass, order?.memberId ?? null)
  const product = (await recordsOf(db)).products.find(({ id }) => id === pass.gdsUid)
  return {
    passUid: pass.passUid,
    ...own,
    gdsUid: pass.gdsUid,
    passType: pass.passType,
    name: product?.name[locale] ?? pass.passType,
    holder: pass.holder,
    state: pass.collectedAt === null ? 'waiting' : 'collected',
    purchasedAt: pass.purchasedAt,
    validUntil: pass.validUntil,
    receiptPlace: place ? { id: place, name: receiptPlaceName(place)?.[locale] ?? place } : null,
    voucher: isWaiting(pass) ? voucherOf(keys, pass, own.orderNumber) : null,
    cardNum: card?.lastFour ?? null,
    collectedAt: pass.collectedAt,
  }
}

/** The member's card passes: those to collect first, newest first. */
export const listCards = async (
  deps: Pick<Deps, 'db' | 'keys'>,
  memberId: string,
  locale: Locale,
): Promise<ExchangeCard[]> => {
  const passes = await cardPassesOf(deps.db, memberId)
  const cards = new Map(
    (
      await store.ofPasses(
        deps.db,
        passes.map(({ passUid }) => passUid),
      )
    ).map((card) => [card.passUid, card]),
  )
  const list: ExchangeCard[] = []
  for (const pass of passes) list.push(await shown(deps, pass, cards.get(pass.passUid), locale))
  return list.toSorted((a, b) => Number(a.state === 'collected') - Number(b.state === 'collected'))
}

/**
 * Registers a card (specification 5, 8): the pass of a card that is nobody's becomes the member's; the member's own
 * stays as it is. Unknown, blocked and other members' cards are one answer. Throws `E_CARD_NUMBER`, `E_CARD_FORMAT`,
 * `E_CARD_TAKEN`.
 */
export const registerCard = async (
  tx: Tx,
  keys: Deps['keys'],
  { memberId, ...typed }: Typed & { memberId: string },
  now: number,
) => {
  const card = await store.find(tx, keys, readCardNumber(typed))
  const pass = card?.state === 'live' && card.passUid !== null ? await lockPass(tx, card.passUid) : undefined
  if (!card || !pass || pass.voided !== null) throw new Refusal('E_CARD_TAKEN')
  if (pass.memberId !== memberId) {
    // It was somebody's, who has left: what withdrew with them is nobody's for good.
    if (card.gateUid !== null || card.registeredAt !== null) throw new Refusal('E_CARD_TAKEN')
    const member = await readMember(tx, memberId)
    if (!member) throw new Refusal('E_TOKEN')
    const { passUid } = pass
    const isMine = await adoptPass(tx, { passUid, memberId, holder: `${member.engNm} ${member.engSurname}` })
    if (!isMine) throw new Refusal('E_CARD_TAKEN')
  }
  return {
    passUid: pass.passUid,
    gdsUid: pass.gdsUid,
    passType: pass.passType,
    cardNum: card.lastFour,
    registeredAt: await store.noteRegistered(tx, card.numberHash, now),
    validUntil: pass.validUntil,
  }
}

/** Blocks the cards of a member who leaves: no gate admits them. */
export const blockCardsOf = (tx: Tx, memberId: string): Promise<void> => store.blockOf(tx, memberId)

/** The unit of an order that a voucher is for, with its siblings, all held. Throws `E_VOUCHER`. */
const lockVoucher = async (tx: Tx, keys: Deps['keys'], typed: string): Promise<{ pass: Pass; units: Pass[] }> => {
  const voucher = readVoucher(typed)
  const named = voucher && (await (voucher.by === 'pass' ? findPass : findOrderByNumber)(tx, voucher.name))
  const units = named ? (await lockUnits(tx, named.ordUid)).filter(({ medium }) => medium === 'card') : []
  const isNamed = ({ passUid }: Pass): boolean => voucher?.by === 'order' || passUid.toUpperCase() === voucher?.name
  const pass = voucher ? units.find((unit) => isNamed(unit) && isProof(keys, unit, voucher.proof)) : undefined
  // Of a gift or a refund: the voucher is none until that has ended. Of a member who has left: for good.
  if (!pass || pass.memberId === null || !isFree(pass)) throw new Refusal('E_VOUCHER')
  return { pass, units }
}

const giveCard = async (
  tx: Tx,
  { card, pass, gate }: { card: store.Card | undefined; pass: Pass; gate: Gate },
  now: number,
): Promise<void> => {
  const { passUid, gdsUid, passType, memberId } = pass
  const isOut =
    card && (await store.handOut(tx, { numberHash: card.numberHash, gdsUid, passUid, gateUid: gate.gateUid }))
  if (!isOut) throw new Refusal('E_CARD_STOCK')
  await collectPass(tx, passUid, now)
  const place = receiptPlaceName(gate.placeUid)
  if (memberId === null || !place) return
  const values = { pass: passType, place }
  await tell(tx, { memberId, kind: 'card_picked_up', key: `card_picked_up:${passUid}`, values, at: now })
}

/**
 * Hands a card over against a voucher, under the locks of the order's units: one voucher is one card. The same voucher
 * with the same card is answered again. Throws `E_GATE_PLACE`, `E_VOUCHER`, `E_VOUCHER_USED`, `E_CARD_STOCK` and what a
 * number can be refused with.
 */
export const handOver = async (
  tx: Tx,
  keys: Deps['keys'],
  { voucher, ...typed }: Typed & { voucher: string },
  gate: Gate,
  now: number,
) => {
  if (gate.kind !== 'receiptplace') throw new Refusal('E_GATE_PLACE')
  const cardNumber = readCardNumber(typed)
  const { pass, units } = await lockVoucher(tx, keys, voucher)
  const { passUid, gdsUid, passType, memberId, collectedAt } = pass
  const card = await store.find(tx, keys, cardNumber)
  if (collectedAt !== null && card?.passUid !== passUid) throw new Refusal('E_VOUCHER_USED')
  if (collectedAt === null) await giveCard(tx, { card, pass, gate }, now)
  return {
    passUid,
    holder: pass.holder,
    orderNumber: pass.orderNumber,
    gdsUid,
    passType,
    cardNum: card?.lastFour ?? '',
    handedAt: collectedAt ?? now,
    waiting: units.filter((unit) => unit.passUid !== passUid && unit.memberId === memberId && isWaiting(unit)).length,
  }
}
