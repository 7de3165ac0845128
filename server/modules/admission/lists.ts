import { createHash, randomBytes } from 'node:crypto'
import type { GateRules } from '#contract/calls/gate.ts'
import { CODE_PERIOD_MS, CODE_SKEW_MS, UNDO_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { HOLD_MAX_MS } from '#contract/rules/passCheck.ts'
import type { Deps } from '#server/deps.ts'
import type { Gate } from '#server/http/serve.ts'
import { gateCards } from '#server/modules/card/service.ts'
import { placeOfGate } from '#server/modules/gate/service.ts'
import { issuerKey } from '#server/modules/pass/service.ts'
import { placeOfUse } from './service.ts'
import * as reads from './reads.ts'

const SALT_BYTES = 12
const HASH_BYTES = 12

/** How a gate finds a card in its list without holding a number: first bytes of SHA-256 over salt and number. */
const hashed = (salt: string, number: string): string =>
  createHash('sha256').update(salt).update(number).digest().subarray(0, HASH_BYTES).toString('base64url')

/** What this gate needs to judge with no network. Public keys only: what is stolen with a gate can sign nothing. */
export const rulesFor = async ({ db, keys, clock }: Deps, gate: Gate, locale: Locale): Promise<GateRules> => {
  const madeAt = clock()
  const { keyId, publicKey } = issuerKey(keys)
  const place = gate.kind === 'receiptplace' ? null : await placeOfUse(db, gate)
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const cards = await gateCards(db)
  return {
    place: await placeOfGate(db, gate, locale),
    madeAt,
    keys: [{ keyId, publicKey: toBase64url(publicKey) }],
    revoked: await reads.revokedAt(db, madeAt),
    group: place?.kind === 'attraction' ? place.group : null,
    cards: {
      salt,
      live: cards.live.map((number) => hashed(salt, number)),
      blocked: cards.blocked.map((number) => hashed(salt, number)),
    },
    limits: { skewMs: CODE_SKEW_MS, holdMs: HOLD_MAX_MS, periodMs: CODE_PERIOD_MS, undoMs: UNDO_MS },
  }
}
