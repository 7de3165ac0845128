import { createHmac } from 'node:crypto'
import type { GateReason, Verdict } from '#contract/calls/gate.ts'
import { REASON_OF } from '#contract/rules/gateReason.ts'
import { judgeCode, seenId, type Held, type Judgement } from '#contract/rules/passCheck.ts'
import { hasCheckDigit, isPrintedNumber } from '#contract/rules/card.ts'
import { readScan } from '#contract/rules/scan.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findCard } from '#server/modules/card/service.ts'
import { issuerKey } from '#server/modules/pass/service.ts'
import { paceGate } from '#server/modules/session/service.ts'
import * as store from './store.ts'

/** Whose code it is and what must still hold under the pass's lock. */
export interface Believed {
  passUid: string
  by: NonNullable<Verdict['by']>
  skewMs: number | null
  /** Only of a live code. */
  live: { epoch: number; time: number; seenId: string } | null
  /** Only of a one-time code: whose request it was. */
  oneTime: { codeHash: string; memberId: string } | null
}

/** What a scan is, before any lock: believed, to be held, or nothing that opens. */
export type Read = { believed: Believed } | { held: Held } | { reason: GateReason }

const verify = verifyWith(crypto.subtle)
const NONE = new Map<string, number>()

export const oneTimeHash = ({ keys }: Pick<Deps, 'keys'>, letters: string): string =>
  createHmac('sha256', keys.secret('one-time-code')).update(letters).digest('base64url')

const judged = (judgement: Judgement): Read => {
  if (judgement.verdict === 'hold') return { held: judgement.held }
  if (judgement.verdict === 'old') return { reason: 'old_code' }
  if (judgement.verdict === 'refused') return { reason: REASON_OF[judgement.reason] }
  const { certificate, time, seenId: seen, skewMs, by } = judgement
  const { passUid, epoch } = certificate
  return { believed: { passUid, by, skewMs, live: { epoch, time, seenId: seen }, oneTime: null } }
}

const byCard = async (deps: Pick<Deps, 'db' | 'keys'>, number: string): Promise<Read> => {
  const card = await findCard(deps, number)
  if (card?.state === 'blocked') return { reason: 'card_blocked' }
  if (card?.state !== 'live' || card.passUid === null) return { reason: 'unreadable' }
  return { believed: { passUid: card.passUid, by: 'card', skewMs: null, live: null, oneTime: null } }
}

/**
 * A scan made now, at this gate. What a first code of another time leaves behind is kept for its next one. Throws
 * `E_CARD_NUMBER` for a printed number whose check digit is wrong, `E_THROTTLED`.
 */
export const readOnline = async (
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { text, gateUid, entryUid }: { text: string; gateUid: string; entryUid: string },
  now: number,
): Promise<Read> => {
  const { db } = deps
  const scanned = readScan(text)
  if (scanned.kind === 'unreadable') return { reason: 'unreadable' }
  if (scanned.kind === 'card') {
    if (isPrintedNumber(scanned.number)) {
      // A slip of the finger is no guess.
      if (!hasCheckDigit(scanned.number)) throw new Refusal('E_CARD_NUMBER')
      // A printed number can be guessed, a QR code cannot.
      await paceGate(deps, 'cardNumber', gateUid)
    }
    return byCard(deps, scanned.number)
  }
  if (scanned.kind === 'one_time') {
    const codeHash = oneTimeHash(deps, scanned.letters)
    const code = await store.findOneTime(db, codeHash)
    if (!code) return { reason: 'unreadable' }
    if (code.entryUid !== entryUid && (code.entryUid !== null || now >= code.expiresAt)) return { reason: 'old_code' }
    const { passUid, memberId } = code
    return { believed: { passUid, by: 'one_time', skewMs: null, live: null, oneTime: { codeHash, memberId } } }
  }
  return readLive(deps, { text: scanned.text, gateUid, entryUid }, now)
}

/**
 * A living code. Most are of this very time: their epoch and whether they were seen are asked under the pass's lock,
 * where it counts. Only one of another time needs to know here what waits at this gate.
 */
const readLive = async (
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { text, gateUid, entryUid }: { text: string; gateUid: string; entryUid: string },
  now: number,
): Promise<Read> => {
  const { keyId, publicKey } = issuerKey(keys)
  const scan = {
    text,
    now,
    issuerKeys: new Map([[keyId, publicKey]]),
    revoked: NONE,
    seen: new Set<string>(),
    held: null,
    opened: null,
    notBefore: null,
  }
  const alone = await judgeCode(scan, verify)
  if (alone.verdict !== 'hold') return judged(alone)
  const id = seenId(alone.held)
  const { passUid } = alone.held
  const known = await store.readForCode(db, passUid, id, gateUid)
  if (!known) return { reason: 'unreadable' }
  const isSeen = known.seenBy !== null && known.seenBy !== entryUid
  const judgement = await judgeCode(
    {
      ...scan,
      revoked: new Map([[passUid, known.epoch - 1]]),
      seen: new Set(isSeen ? [id] : []),
      held: known.held,
      opened: known.codeTime === null ? null : { epoch: known.epoch, time: known.codeTime },
    },
    verify,
  )
  if (judgement.verdict === 'hold') await store.hold(db, { gateUid, ...judgement.held })
  return judged(judgement)
}

/** A journal is never held up: what is beyond the pace goes to the desk. */
const isWithinPace = async (deps: Pick<Deps, 'db' | 'keys' | 'clock'>, gateUid: string): Promise<boolean> => {
  try {
    await paceGate(deps, 'cardNumber', gateUid)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'E_THROTTLED') return false
    throw error
  }
}

/** A code of a journal, as the gate must have judged it then: signatures, its time, the code that was held before it. */
export const readLate = async (
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  gateUid: string,
  { code: text, at, held: before }: { code: string; at: number; held?: { code: string; at: number } | undefined },
): Promise<Read> => {
  const scanned = readScan(text)
  if (scanned.kind === 'card') {
    // Only gates of the first release enter printed numbers without a network.
    const mayTry =
      !isPrintedNumber(scanned.number) || (hasCheckDigit(scanned.number) && (await isWithinPace(deps, gateUid)))
    return mayTry ? byCard(deps, scanned.number) : { reason: 'unreadable' }
  }
  // A one-time code takes the network.
  if (scanned.kind !== 'live') return { reason: 'unreadable' }
  const { keyId, publicKey } = issuerKey(deps.keys)
  const judge = (code: string, now: number, held: Held | null) =>
    judgeCode(
      {
        text: code,
        now,
        issuerKeys: new Map([[keyId, publicKey]]),
        revoked: NONE,
        seen: new Set(),
        held,
        // What had opened by then is asked under the pass's lock.
        opened: null,
        notBefore: null,
      },
      verify,
    )
  const first = before && (await judge(before.code, before.at, null))
  return judged(await judge(scanned.text, at, first?.verdict === 'hold' ? first.held : null))
}
