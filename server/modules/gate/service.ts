import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Place } from '#contract/calls/gate.ts'
import { GATE_CODE_TTL_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { groupByFour, readLetters, toLetters } from '#contract/rules/crockford.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Gate } from '#server/http/serve.ts'
import type { Authenticate } from '#server/http/authenticate.ts'
import { acceptedHashes, keyedHash } from '#server/keys.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { paceAddress } from '#server/modules/session/service.ts'
import { placeName, placeOfGate, searchPlace } from './places.ts'
import * as store from './store.ts'

export { placeName, placeOfGate } from './places.ts'
export { findConflict, insertConflict, journalOf, lockJournal, noteJournal } from './store.ts'

const CODE_BYTES = 10
const CODE_LETTERS = 16
const CREDENTIAL_BYTES = 32

const PURPOSE = 'gate-code'
/** A plain hash is enough for a credential: it holds 256 random bits. */
const credentialHashOf = (credential: string): string => createHash('sha256').update(credential).digest('base64url')

/**
 * Makes a code that enrols one gate at a place: 80 random bits, good once, for ten minutes. Only its hash is stored.
 * Throws `E_NOT_FOUND` for an unknown place.
 */
export const makeEnrolmentCode = async (
  deps: Deps,
  placeUid: string,
): Promise<{ code: string; place: Place; expiresAt: number }> => {
  const place = await searchPlace(deps.db, placeUid)
  if (!place) throw new Refusal('E_NOT_FOUND')
  const letters = toLetters(randomBytes(CODE_BYTES))
  const expiresAt = deps.clock() + GATE_CODE_TTL_MS
  const codeHash = keyedHash(deps.keys.secret(PURPOSE), letters)
  await store.insertCode(deps.db, { codeHash, kind: place.kind, placeUid, expiresAt })
  return { code: groupByFour(letters), place, expiresAt }
}

/** Trades an enrolment code for a credential. Throws `E_GATE_CODE` for wrong, used and expired codes; `E_THROTTLED`. */
export const enrolGate = async (
  deps: Deps,
  { code, label }: { code: string; label?: string | undefined },
  { ip, locale }: { ip: string; locale: Locale },
) => {
  await paceAddress(deps, 'gateEnrol', ip)
  const now = deps.clock()
  const letters = readLetters(code, CODE_LETTERS)
  if (letters === null) throw new Refusal('E_GATE_CODE')
  const credential = randomBytes(CREDENTIAL_BYTES).toString('base64url')
  const gate = await deps.db.transaction(async (tx): Promise<Gate> => {
    const spent = await store.spendCode(tx, acceptedHashes(deps.keys, PURPOSE, letters), now)
    if (!spent) throw new Refusal('E_GATE_CODE')
    const row = { gateUid: uuidv7(), ...spent }
    await store.insertGate(tx, {
      ...row,
      label: label ?? null,
      credentialHash: credentialHashOf(credential),
      enrolledAt: now,
      revokedAt: null,
      contactAt: now,
      seq: 0,
    })
    return row
  })
  return { gateUid: gate.gateUid, place: await placeOfGate(deps.db, gate, locale), credential }
}

/**
 * Finds the gate of a credential; null for an unknown or revoked one. Not cached, so that a revocation counts at once.
 */
export const authenticateGate: Authenticate['gate'] = async (token, { db }) =>
  (await store.findByCredential(db, credentialHashOf(token))) ?? null

/** Revokes a gate's credential; false for an unknown or revoked gate. */
export const revokeGate = ({ db, clock }: Deps, gateUid: string): Promise<boolean> => store.revoke(db, gateUid, clock())

/** Lists the rows of all gates, including revoked ones, by enrolment, oldest first. */
export const listGates = ({ db }: Deps): Promise<store.Row[]> => store.listGates(db)

/** At most this many conflicts are listed for the operator. */
const CONFLICTS_MAX = 200

/**
 * Lists the newest journal entries that were kept for the desk, at most 200, the newest first. `at`: when the visitor
 * entered by the gate's clock. Pass and order are null for a code that names no pass, the card's last four digits for
 * one that is no known card's.
 */
export const listConflicts = async ({ db }: Pick<Deps, 'db'>) => {
  const conflicts = []
  for (const { kind, placeUid, entry, passUid, ...row } of await store.newestConflicts(db, CONFLICTS_MAX)) {
    const place = await placeName(db, kind, placeUid, 'en')
    // The id is long, and its end tells the passes of an order apart.
    conflicts.push({ ...row, place, at: entry.at, passEnd: passUid?.slice(-4) ?? null })
  }
  return conflicts
}

/** Returns those of the passes of which a gate sent an entry that was kept for the desk. */
export const passesInConflict = async (db: Deps['db'], passUids: string[]): Promise<ReadonlySet<string>> =>
  new Set(await store.passesInConflict(db, passUids))

export const JOB_KINDS: readonly JobKind[] = [
  recurringJob('gate-codes-forget', HOUR_MS, ({ db, clock }) => store.deleteCodes(db, clock() - GATE_CODE_TTL_MS)),
]
