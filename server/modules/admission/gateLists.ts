import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { GateRules } from '#contract/calls/gate.ts'
import { CODE_PERIOD_MS, CODE_SKEW_MS, UNDO_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { groupFor } from '#contract/rules/allowance.ts'
import { cardMark } from '#contract/rules/card.ts'
import { HOLD_MAX_MS } from '#contract/rules/passCheck.ts'
import type { Deps } from '#server/deps.ts'
import type { Gate } from '#server/http/serve.ts'
import { gateCards } from '#server/modules/card/service.ts'
import { placeOfGate } from '#server/modules/gate/service.ts'
import { listInForce } from '#server/modules/catalogue/service.ts'
import { gateKeys } from '#server/modules/pass/service.ts'
import { placeOfUse, type PlaceOfUse } from './placeOfUse.ts'
import * as reads from './reads.ts'

const SALT_BYTES = 12
const HASH_BYTES = 12

/** Returns a card's entry in the lists for gates of the first release: salted SHA-256, cut to 12 bytes, base64url. */
const hashed = (salt: string, qr: string): string =>
  createHash('sha256').update(salt).update(qr).digest().subarray(0, HASH_BYTES).toString('base64url')

const NO_CARDS = { cards: { salt: '', live: [], blocked: [] }, cardList: null }

/**
 * Lists the cards in travellers' hands and the blocked ones, hashed under a key of this gate alone. Empty for partners
 * and exchange desks, which admit no cards.
 */
const cardsFor = async (
  deps: Pick<Deps, 'db' | 'keys'>,
  gate: Gate,
): Promise<Pick<GateRules, 'cards' | 'cardList'>> => {
  if (gate.kind !== 'attraction') return NO_CARDS
  const key = createHmac('sha256', deps.keys.secret('gate-cards')).update(gate.gateUid).digest('base64url')
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const { live, blocked } = await gateCards(deps)
  const mark = (qr: string) => cardMark(crypto.subtle, key, qr)
  return {
    cards: { salt, live: live.map(({ qr }) => hashed(salt, qr)), blocked: blocked.map((qr) => hashed(salt, qr)) },
    cardList: {
      key,
      live: await Promise.all(live.map(async ({ qr, passUid }) => ({ mark: await mark(qr), passUid }))),
      blocked: await Promise.all(blocked.map(mark)),
    },
  }
}

/** Lists passes in use whose frozen group list puts this attraction in another group than the list in force. */
const frozenAt = async (db: Deps['db'], { place, lists }: PlaceOfUse, now: number): Promise<GateRules['frozen']> => {
  if (place.kind !== 'attraction') return []
  const { gdsUid, group } = place
  const { validFrom } = listInForce(lists)
  const groupsByList = new Map(
    lists
      .filter((list) => list.validFrom !== validFrom && (list.groups[gdsUid] ?? null) !== group)
      .map((list) => [list.validFrom, list.groups]),
  )
  if (groupsByList.size === 0) return []
  return (await reads.runningUnder(db, [...groupsByList.keys()], now)).flatMap(
    ({ passUid, passType, groupListFrom }) => {
      const counted = groupFor(passType, groupsByList.get(groupListFrom ?? validFrom) ?? null, place)
      return counted === group ? [] : [{ passUid, group: counted }]
    },
  )
}

/**
 * Returns the gate lists, by which a gate judges offline. Of the issuer they hold public keys alone, so a stolen
 * gate can sign nothing.
 */
export const rulesFor = async (deps: Deps, gate: Gate, locale: Locale): Promise<GateRules> => {
  const { db, keys, clock } = deps
  const madeAt = clock()
  const at = gate.kind === 'receiptplace' ? null : await placeOfUse(db, gate)
  return {
    place: await placeOfGate(db, gate, locale),
    madeAt,
    keys: [...gateKeys(keys, madeAt)].map(([keyId, publicKey]) => ({ keyId, publicKey: toBase64url(publicKey) })),
    revoked: await reads.revokedAt(db, madeAt),
    group: at?.place.kind === 'attraction' ? at.place.group : null,
    frozen: at ? await frozenAt(db, at, madeAt) : [],
    ...(await cardsFor(deps, gate)),
    limits: { skewMs: CODE_SKEW_MS, holdMs: HOLD_MAX_MS, periodMs: CODE_PERIOD_MS, undoMs: UNDO_MS },
  }
}
