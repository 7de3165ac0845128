import type { ExchangeCard } from '#contract/calls/card.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Gate } from '#server/http/serve.ts'
import { receiptPlaceName, recordsOf } from '#server/modules/catalogue/service.ts'
import { readHolder } from '#server/modules/member/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
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
import { hashChanges, openQr, renewedCard } from './hashes.ts'
import { isVoucherProof, readCardNumber, readVoucher, voucherOf, type Typed } from './numbers.ts'
import * as store from './store.ts'

export { storedCode, storedCodes } from './hashes.ts'
export { hashClearCards, resealCards } from './rehash.ts'
export { seedCards } from './seed.ts'
export { readCardNumber } from './numbers.ts'

/** Finds a card by the printed number or the QR text that a gate scanned; undefined for an unknown one. */
export const findCard = (
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  scanned: string,
): Promise<{ passUid: string | null; state: store.Card['state'] } | undefined> => store.find(db, keys, scanned)

/**
 * Finds a card as `findCard`, for a gate that a traveller stands at. A live or blocked card that is stored under a former
 * root is stored under the one that signs: a conflict about it is.
 */
export const findPresentedCard: typeof findCard = async ({ db, keys }, scanned) => {
  const card = await store.find(db, keys, scanned)
  const renewed = card && card.state !== 'stock' ? renewedCard(keys, card, scanned) : null
  if (card && renewed)
    await db.transaction(async (tx) => {
      if (await store.renewOutside(tx, card.numberHash, renewed))
        await store.renameInConflicts(tx, hashChanges(card, renewed))
    })
  return card
}

/** QR texts that a gate needs to judge cards offline. */
export interface GateCards {
  /** Cards in travellers' hands. */
  live: { qr: string; passUid: string }[]
  /** Cards that are blocked, or whose pass is void or in a refund request. */
  blocked: string[]
}

/** Returns the cards for the gate lists, except those whose QR text no root of ours encrypted. */
export const gateCards = async ({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<GateCards> => {
  const lists: GateCards = { live: [], blocked: [] }
  for (const { state, passUid, isOutOfUse, ...row } of await store.outside(db)) {
    const qr = openQr(keys, row)
    if (qr === null) continue
    if (state === 'live' && passUid !== null && !isOutOfUse) lists.live.push({ qr, passUid })
    else lists.blocked.push(qr)
  }
  return lists
}

/** Returns true when a pass may have a voucher: it is not void, in no gift, and in no refund request. */
const isFree = (pass: Pass): boolean => pass.voided === null && pass.giftUid === null && pass.refundUid === null
const isWaiting = (pass: Pass): boolean => isFree(pass) && pass.collectedAt === null

const presentCard = async (
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

/** Lists the member's card passes: those not collected yet first, then newest first. */
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
  for (const pass of passes) list.push(await presentCard(deps, pass, cards.get(pass.passUid), locale))
  return list.toSorted((a, b) => Number(a.state === 'collected') - Number(b.state === 'collected'))
}

/**
 * Registers a card (spec 1.21, 8.16): a pass without a holder becomes the member's; idempotent. Throws `E_CARD_NUMBER`;
 * `E_CARD_FORMAT`; `E_CARD_TAKEN` alike for unknown and blocked cards, cards of a void pass, and cards that have had
 * another holder; `E_TOKEN` for a withdrawn member.
 */
export const registerCard = async (
  tx: Tx,
  keys: Deps['keys'],
  { memberId, ...typed }: Typed & { memberId: string },
  now: number,
) => {
  const cardNumber = readCardNumber(typed)
  const card = await store.find(tx, keys, cardNumber)
  const member = await readHolder(tx, memberId)
  const pass = card?.state === 'live' && card.passUid !== null ? await lockPass(tx, card.passUid) : undefined
  if (!card || !pass || pass.voided !== null) throw new Refusal('E_CARD_TAKEN')
  if (pass.memberId !== memberId) {
    // It has had a holder. Also after that member's withdrawal it cannot be registered again.
    if (card.gateUid !== null || card.registeredAt !== null) throw new Refusal('E_CARD_TAKEN')
    if (!member) throw new Refusal('E_TOKEN')
    const { passUid } = pass
    const isMine = await adoptPass(tx, { passUid, memberId, holder: `${member.engNm} ${member.engSurname}` })
    if (!isMine) throw new Refusal('E_CARD_TAKEN')
  }
  const renewed = renewedCard(keys, card, cardNumber) ?? {}
  const registeredAt = await store.noteRegistered(tx, pass.passUid, now, renewed)
  await store.renameInConflicts(tx, hashChanges(card, renewed))
  return {
    passUid: pass.passUid,
    gdsUid: pass.gdsUid,
    passType: pass.passType,
    cardNum: card.lastFour,
    registeredAt,
    validUntil: pass.validUntil,
  }
}

/** Blocks the cards of a member who withdraws: no gate admits them. */
export const blockCardsOf = (tx: Tx, memberId: string): Promise<void> => store.blockOf(tx, memberId)

/** Locks the card passes of an order; returns the one that the voucher is for, and all of them. Throws `E_VOUCHER`. */
const lockVoucher = async (tx: Tx, keys: Deps['keys'], typed: string): Promise<{ pass: Pass; units: Pass[] }> => {
  const voucher = readVoucher(typed)
  const named = voucher && (await (voucher.by === 'pass' ? findPass : findOrderByNumber)(tx, voucher.name))
  const units = named ? (await lockUnits(tx, named.ordUid)).filter(({ medium }) => medium === 'card') : []
  const isNamed = ({ passUid }: Pass): boolean => voucher?.by === 'order' || passUid.toUpperCase() === voucher?.name
  const pass = voucher ? units.find((unit) => isNamed(unit) && isVoucherProof(keys, unit, voucher.proof)) : undefined
  // A voucher is invalid during a gift or a refund request, and for good after its member's withdrawal.
  if (!pass || pass.memberId === null || !isFree(pass)) throw new Refusal('E_VOUCHER')
  return { pass, units }
}

type Renewed = NonNullable<ReturnType<typeof renewedCard>> | Record<string, never>

const giveCard = async (
  tx: Tx,
  { card, pass, gate, renewed }: { card: store.Card | undefined; pass: Pass; gate: Gate; renewed: Renewed },
  now: number,
): Promise<void> => {
  const { passUid, gdsUid, passType, memberId } = pass
  const isOut =
    card && (await store.handOut(tx, { numberHash: card.numberHash, gdsUid, passUid, gateUid: gate.gateUid }, renewed))
  if (!isOut) throw new Refusal('E_CARD_STOCK')
  await store.renameInConflicts(tx, hashChanges(card, renewed))
  await collectPass(tx, passUid, now)
  const place = receiptPlaceName(gate.placeUid)
  if (memberId === null || !place) return
  const values = { pass: passType, place }
  await notifyMember(tx, { memberId, kind: 'card_picked_up', key: `card_picked_up:${passUid}`, values, at: now })
}

/**
 * Hands over one card against a voucher, under the locks of the order's card passes; idempotent for the same voucher
 * and card. `waiting`: how many card passes of the order the member can still collect. Throws `E_GATE_PLACE` at a gate
 * that is at no exchange desk; `E_VOUCHER` for an invalid voucher; `E_VOUCHER_USED` when another card was handed over
 * for it; `E_CARD_STOCK` for a card that is not in stock or is of another product; `E_CARD_NUMBER`; `E_CARD_FORMAT`.
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
  const renewed = (card && renewedCard(keys, card, cardNumber)) ?? {}
  if (collectedAt === null) await giveCard(tx, { card, pass, gate, renewed }, now)
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
