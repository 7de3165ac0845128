import type { FirstReason, Verdict } from '#contract/calls/gate.ts'
import { REASON_OF } from '#contract/rules/gateReason.ts'
import { judgeCode, seenId, type HeldLiveCode, type Judgement } from '#contract/rules/passCheck.ts'
import { hasCheckDigit, isPrintedNumber } from '#contract/rules/card.ts'
import { readScan } from '#contract/rules/scan.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { acceptedHashes } from '#server/keys.ts'
import { findPresentedCard } from '#server/modules/card/service.ts'
import { issuerKeys } from '#server/modules/pass/service.ts'
import { paceGate } from '#server/modules/session/service.ts'
import { hold } from './held.store.ts'
import * as store from './store.ts'
import { findByCode } from './wallet.store.ts'
import { walletCodeHashes } from './walletCode.ts'

/** A genuine scan: the pass it names, and what `enter` must still check under the pass's lock. */
export interface GenuineScan {
  passUid: string
  by: NonNullable<Verdict['by']>
  /** Time in the code minus the time of the scan, ms; null for a code that no phone draws. */
  skewMs: number | null
  /** Set for a live code only. */
  live: { epoch: number; time: number; seenId: string; isStale: boolean } | null
  /** Set for a one-time code only; `memberId` requested it. */
  oneTime: { codeHash: string; memberId: string } | null
  /** Set for a wallet pass only; `memberId` added it. */
  wallet: { walletUid: string; memberId: string } | null
}

/** Result of judging a scan before any lock: genuine, held for the next code, or refused. */
export type ScanResult = { believed: GenuineScan } | { held: HeldLiveCode } | { reason: FirstReason }

const verify = verifyWith(crypto.subtle)
const NONE = new Map<string, number>()
/** Facts of a code that no phone draws. */
const STATIC = { skewMs: null, live: null, oneTime: null, wallet: null }

/**
 * Returns the HMACs under which a one-time code may be stored, a new one under the first. `letters`: the ten letters
 * without prefix or dash.
 */
export const oneTimeHashes = ({ keys }: Pick<Deps, 'keys'>, letters: string): string[] =>
  acceptedHashes(keys, 'one-time-code', letters)

const scanResultOf = (judgement: Judgement): ScanResult => {
  if (judgement.verdict === 'hold') return { held: judgement.held }
  if (judgement.verdict === 'old') return { reason: 'old_code' }
  if (judgement.verdict === 'refused') return { reason: REASON_OF[judgement.reason] }
  const { certificate, time, seenId, skewMs } = judgement
  const { passUid, epoch } = certificate
  // `enter` checks under the pass's lock whether the pass has expired as well: that reason comes first (G4).
  const isStale = judgement.verdict === 'stale'
  const by = judgement.verdict === 'stale' ? 'clock' : judgement.by
  return { believed: { ...STATIC, passUid, by, skewMs, live: { epoch, time, seenId, isStale } } }
}

const byCard = async (deps: Pick<Deps, 'db' | 'keys'>, number: string): Promise<ScanResult> => {
  const card = await findPresentedCard(deps, number)
  if (card?.state === 'blocked') return { reason: 'card_blocked' }
  if (card?.state !== 'live' || card.passUid === null) return { reason: 'unreadable' }
  return { believed: { ...STATIC, passUid: card.passUid, by: 'card' } }
}

/**
 * Judges a scan that the gate `gateUid` made at `now` (ms UTC), without a lock. Stores a held code, to compare it with
 * the next one (G7). Throws `E_CARD_NUMBER` for a printed number whose check digit is wrong; `E_THROTTLED` after too
 * many printed numbers at this gate.
 */
export const readOnline = async (
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { text, gateUid, entryUid }: { text: string; gateUid: string; entryUid: string },
  now: number,
): Promise<ScanResult> => {
  const { db } = deps
  const scanned = readScan(text)
  if (scanned.kind === 'unreadable') return { reason: 'unreadable' }
  if (scanned.kind === 'card') {
    if (isPrintedNumber(scanned.number)) {
      // A typing error does not count as a guess.
      if (!hasCheckDigit(scanned.number)) throw new Refusal('E_CARD_NUMBER')
      // A printed number can be guessed, a QR code cannot.
      await paceGate(deps, 'cardNumber', gateUid)
    }
    return byCard(deps, scanned.number)
  }
  if (scanned.kind === 'one_time') {
    const code = await store.findOneTime(db, oneTimeHashes(deps, scanned.letters))
    if (!code) return { reason: 'unreadable' }
    if (code.entryUid !== entryUid && (code.entryUid !== null || now >= code.expiresAt)) return { reason: 'old_code' }
    const { passUid, memberId, codeHash } = code
    return { believed: { ...STATIC, passUid, by: 'one_time', oneTime: { codeHash, memberId } } }
  }
  if (scanned.kind === 'wallet') {
    const copy = await findByCode(db, walletCodeHashes(deps, scanned.letters))
    if (!copy) return { reason: 'unreadable' }
    const { passUid, walletUid, memberId } = copy
    return { believed: { ...STATIC, passUid, by: 'wallet', wallet: { walletUid, memberId } } }
  }
  return readLive(deps, { text: scanned.text, gateUid, entryUid }, now)
}

/**
 * Judges a live code. Most fit the server's clock and need no query here: `enter` checks epoch and reuse under the pass's
 * lock. A code whose time does not fit is judged a second time, with this gate's held code.
 */
const readLive = async (
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { text, gateUid, entryUid }: { text: string; gateUid: string; entryUid: string },
  now: number,
): Promise<ScanResult> => {
  const scan = {
    text,
    now,
    issuerKeys: issuerKeys(keys),
    revoked: NONE,
    seen: new Set<string>(),
    held: null,
    opened: null,
    notBefore: null,
  }
  const alone = await judgeCode(scan, verify)
  if (alone.verdict !== 'hold') return scanResultOf(alone)
  const id = seenId(alone.held)
  const { passUid } = alone.held
  const passFacts = await store.readForCode(db, passUid, id, gateUid)
  if (!passFacts) return { reason: 'unreadable' }
  const isSeen = passFacts.seenBy !== null && passFacts.seenBy !== entryUid
  const judgement = await judgeCode(
    {
      ...scan,
      revoked: new Map([[passUid, passFacts.epoch - 1]]),
      seen: new Set(isSeen ? [id] : []),
      held: passFacts.held,
      opened: passFacts.codeTime === null ? null : { epoch: passFacts.epoch, time: passFacts.codeTime },
    },
    verify,
  )
  if (judgement.verdict === 'hold') await hold(db, { gateUid, ...judgement.held })
  return scanResultOf(judgement)
}

/** Returns false instead of throwing `E_THROTTLED`: beyond the pace an entry goes to the desk; the upload continues. */
const isWithinPace = async (deps: Pick<Deps, 'db' | 'keys' | 'clock'>, gateUid: string): Promise<boolean> => {
  try {
    await paceGate(deps, 'cardNumber', gateUid)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'E_THROTTLED') return false
    throw error
  }
}

/**
 * Judges the code of a journal entry: its signatures, and its time by `at` (ms UTC), when the gate scanned it. `held`:
 * the code that the gate held before it, and when. One-time codes and wallet passes are `unreadable`: a gate cannot judge
 * them offline. So is a printed number beyond the pace of this gate.
 */
export const readOffline = async (
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  gateUid: string,
  { code: text, at, held: before }: { code: string; at: number; held?: { code: string; at: number } | undefined },
): Promise<ScanResult> => {
  const scanned = readScan(text)
  if (scanned.kind === 'card') {
    // Only gates of the first release admit printed numbers offline.
    const mayTry =
      !isPrintedNumber(scanned.number) || (hasCheckDigit(scanned.number) && (await isWithinPace(deps, gateUid)))
    return mayTry ? byCard(deps, scanned.number) : { reason: 'unreadable' }
  }
  // One-time codes and wallet passes cannot be judged offline.
  if (scanned.kind !== 'live') return { reason: 'unreadable' }
  const judge = (code: string, now: number, held: HeldLiveCode | null) =>
    judgeCode(
      {
        text: code,
        now,
        // A key that was revoked after the scan was good when the gate judged it.
        issuerKeys: issuerKeys(deps.keys, now),
        revoked: NONE,
        seen: new Set(),
        held,
        // `enter` compares with codes that opened before, under the pass's lock.
        opened: null,
        notBefore: null,
      },
      verify,
    )
  const first = before && (await judge(before.code, before.at, null))
  return scanResultOf(await judge(scanned.text, at, first?.verdict === 'hold' ? first.held : null))
}
