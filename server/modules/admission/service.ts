import type { GateReason, Verdict } from '#contract/calls/gate.ts'
import { UNDO_MS } from '#contract/limits.ts'
import { reasonAgainstUse, type UseFacts, type UsePlace } from '#contract/rules/admission.ts'
import { allowanceOf } from '#contract/rules/allowance.ts'
import { firstReasonOf } from '#contract/rules/gateReason.ts'
import { isLive, passState } from '#contract/rules/passState.ts'
import { windowEnd } from '#contract/rules/passWindow.ts'
import type { Tx } from '#server/db/connect.ts'
import { sqlState, UNIQUE_VIOLATION } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Gate, Writer } from '#server/http/serve.ts'
import type { DatedList } from '#server/modules/catalogue/service.ts'
import { announceActivation } from '#server/modules/pass/service.ts'
import { readOnline, type GenuineScan } from './code.ts'
import { placeFor, placeOfUse, type PlaceOfUse } from './placeOfUse.ts'
import * as store from './store.ts'
import { isInWallet } from './wallet.store.ts'

/**
 * Admissions (spec 4.2, 4.4, 4.5). The code is judged without a lock; the decision is made under the lock of the pass's
 * row, from its present content. Gift and refund claim the same row, so a pass is never given, refunded and used at
 * once.
 *
 *     scan ─ judged ─→ refused | hold | believed ─ lock ─→ refused | entered ─ within 60 s ─→ undone
 *                                                               └ the first one starts the window
 */

export { heldOf as findHeldCode, hold as holdCode } from './held.store.ts'

const isStanding = (use: Pick<store.Use, 'undoneAt' | 'mark'>): boolean => use.undoneAt === null && use.mark === null

/**
 * Converts a pass to the facts of the rules, without undone or marked uses. `discounts`: the pass's discounts at the
 * partner in question; none at an attraction.
 */
export const factsOf = (
  pass: store.Pass,
  entries: readonly store.Entry[],
  discounts: readonly store.Use[] = [],
): UseFacts => ({
  type: pass.passType,
  windowHours: pass.windowHours,
  validUntil: pass.validUntil,
  activatedAt: pass.activatedAt,
  voided: pass.voided,
  inGift: pass.giftUid !== null,
  inRefund: pass.refundUid !== null,
  entries: entries.filter(isStanding),
  discountVenues: discounts.filter(isStanding).flatMap(({ venueUid }) => venueUid ?? []),
})

/** Returns whether some gate may admit the pass: it is live, and in no gift and no refund. */
export const isUsable = (facts: UseFacts, now: number): boolean =>
  isLive(passState(facts, now)) && !facts.inGift && !facts.inRefund

/**
 * Starts the window of a locked pass at `at`, freezes the group list on it, and announces it to the member who holds it,
 * or who registers its card later. `now` is later than `at` when a gate uploads the entry afterwards. Both in ms UTC.
 */
export const activate = async (
  tx: Tx,
  pass: store.Pass,
  list: DatedList,
  { at, now }: { at: number; now: number },
): Promise<void> => {
  await store.startWindow(tx, pass.passUid, { activatedAt: at, groupListFrom: list.validFrom })
  await announceActivation(tx, pass, at, now)
}

/** Codes that anybody could show: staff compare the name. */
const NAMED_BY: ReadonlySet<NonNullable<Verdict['by']>> = new Set(['one_time', 'wallet'])

const presentPass = (
  { passUid, holder }: store.Pass,
  facts: UseFacts,
  { place, by, hereBefore, now }: { place: UsePlace; by: Verdict['by']; hereBefore: number | null; now: number },
): Verdict['pass'] => ({
  passUid,
  passType: facts.type,
  state: passState(facts, now),
  holder: by !== null && NAMED_BY.has(by) ? holder : null,
  activatedAt: facts.activatedAt,
  expiresAt: facts.activatedAt === null ? null : windowEnd(facts.activatedAt, facts.windowHours),
  allowance: allowanceOf(facts.type, facts.entries),
  group: place.kind === 'attraction' ? place.group : null,
  hereBefore,
})

const NOT_ENTERED = { exactReason: null, by: null, skewMs: null, undoUntil: null, pass: null }
const refused = (entryUid: string, reason: GateReason, at: number, pass: Verdict['pass'] = null): Verdict => ({
  ...NOT_ENTERED,
  verdict: 'refused',
  reason: firstReasonOf(reason),
  exactReason: reason,
  entryUid,
  at,
  pass,
})

/** Returns true when the pass was bound anew or changed hands since the code was made. */
const hasMoved = (pass: store.Pass, { live, oneTime, wallet }: GenuineScan): boolean => {
  const owner = oneTime ?? wallet
  return (live !== null && live.epoch < pass.epoch) || (owner !== null && owner.memberId !== pass.memberId)
}

/** Returns true when a newer code of the same epoch has opened a gate: this one is a picture (G10). */
const isOlder = ({ codeTime, epoch }: store.Pass, { live }: GenuineScan): boolean =>
  live !== null && live.epoch === epoch && codeTime !== null && live.time < codeTime

/**
 * Spends the code; false when it opened a gate before. Cards and wallet passes are not spent: they open as often as the
 * pass allows.
 */
const spend = async (
  tx: Tx,
  { passUid, live, oneTime }: GenuineScan,
  entryUid: string,
  now: number,
): Promise<boolean> => {
  if (live) {
    const [isNew] = await Promise.all([
      store.spendCode(tx, live.seenId, entryUid, now),
      store.noteOpened(tx, passUid, live.time, now),
    ])
    return isNew
  }
  if (oneTime) return store.spendOneTime(tx, { ...oneTime, entryUid }, now)
  return true
}

/** Thrown when the code turns out to be spent after the entry was inserted: rolls the transaction back. */
class Spent extends Error {
  override name = 'Spent'
  readonly verdict: Verdict
  constructor(verdict: Verdict) {
    super('this code opened before')
    this.verdict = verdict
  }
}

interface Entering {
  gate: Gate
  at: PlaceOfUse
  believed: GenuineScan
  entryUid: string
}

/** Decides and stores the entry under the pass's lock. Throws `E_KEY_REUSED` for the `entryUid` of another entry. */
const enter = async (tx: Tx, { gate, at, believed, entryUid }: Entering, clock: () => number): Promise<Verdict> => {
  const { pass, entries } = await store.lockWithEntries(tx, believed.passUid)
  // Read the clock after the lock, which may have taken a while.
  const now = clock()
  if (!pass) return refused(entryUid, 'unreadable', now)
  const { place, list } = await placeFor(tx, at, pass)
  const usesAtPlace = await store.usesAtPlace(tx, entries, { passUid: pass.passUid, place, placeUid: gate.placeUid })
  const { by, skewMs } = believed
  const facts = factsOf(pass, entries, usesAtPlace)
  const verdict = place.kind === 'venue' ? 'recorded' : 'admitted'
  const hereBefore = usesAtPlace.filter(isStanding).find((use) => use.entryUid !== entryUid)?.at ?? null
  const answer = (use: Pick<store.Use, 'at' | 'by' | 'skewMs'>, useFacts: UseFacts): Verdict => ({
    verdict,
    reason: null,
    exactReason: null,
    entryUid,
    at: use.at,
    by: use.by,
    skewMs: use.skewMs,
    undoUntil: use.at + UNDO_MS,
    pass: presentPass(pass, useFacts, { place, by: use.by, hereBefore, now }),
  })

  // A retry: the gate did not get the first response.
  const earlierUse = usesAtPlace.find((use) => use.entryUid === entryUid)
  if (earlierUse?.gateUid === gate.gateUid && earlierUse.undoneAt === null) return answer(earlierUse, facts)
  if (earlierUse) throw new Refusal('E_KEY_REUSED')

  // A copy that was ended says nothing about the pass.
  const { wallet } = believed
  if (wallet && !(await isInWallet(tx, wallet.walletUid))) return refused(entryUid, 'revoked', now)

  const refuse = (reason: GateReason) =>
    refused(entryUid, reason, now, presentPass(pass, facts, { place, by, hereBefore, now }))
  const reasonAgainst = hasMoved(pass, believed) ? 'revoked' : reasonAgainstUse(facts, place, now)
  if (reasonAgainst) return refuse(reasonAgainst)
  if (isOlder(pass, believed)) return refuse('old_code')
  if (believed.live?.isStale) return refuse('stale')
  const use = { entryUid, passUid: pass.passUid, gateUid: gate.gateUid, at: now, by, skewMs }
  // Pipelined to shorten the lock: other scans wait for this pass, and on the embedded database for any transaction.
  const [isNew] = await Promise.all([spend(tx, believed, entryUid, now), store.insertUse(tx, use, place, gate)])
  if (!isNew) throw new Spent(refuse('old_code'))
  if (place.kind === 'venue') return answer({ at: now, by, skewMs }, facts)
  if (pass.activatedAt === null && list) await activate(tx, pass, list, { at: now, now })
  return answer(
    { at: now, by, skewMs },
    { ...facts, activatedAt: pass.activatedAt ?? now, entries: [...facts.entries, place] },
  )
}

/**
 * Judges a scan and returns the verdict; when the pass is admitted or its discount recorded, stores the use. Idempotent
 * by `entryUid`. Throws `E_GATE_PLACE` for the gate of an exchange desk; `E_CARD_NUMBER` for a printed number whose
 * check digit is wrong; `E_KEY_REUSED` for the `entryUid` of another entry or of an undone one; `E_THROTTLED`.
 */
export const admit = async (
  deps: Deps,
  gate: Gate,
  { entryUid, code }: { entryUid: string; code: string },
  write: Writer,
): Promise<Verdict> => {
  const at = await placeOfUse(deps.db, gate)
  const now = deps.clock()
  const read = await readOnline(deps, { text: code, gateUid: gate.gateUid, entryUid }, now)
  if ('held' in read) return { ...NOT_ENTERED, verdict: 'hold', reason: null, entryUid, at: now }
  if ('reason' in read) return refused(entryUid, read.reason, now)
  try {
    return await write((tx) => enter(tx, { gate, at, believed: read.believed, entryUid }, deps.clock))
  } catch (error) {
    if (error instanceof Spent) return error.verdict
    // The `entryUid` belongs to an entry of another pass.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new Refusal('E_KEY_REUSED')
    throw error
  }
}
