import { CODE_PERIOD_MS, CODE_SKEW_MAX_MS, CODE_SKEW_MS } from '../limits.ts'
import { type Certificate, certificateBytesToSign, codeBytesToSign, readCode } from './passCode.ts'
import type { Verify } from './signature.ts'

/** How a gate judges a live code with no network: public keys, a list of revoked epochs and what it saw itself. */

/** By as much may the times of two codes and their arrivals differ (ms). */
export const ARRIVAL_TOLERANCE_MS = 5_000
/** A held code is compared with a next one for so long. */
export const HOLD_MAX_MS = 60_000

/** A good code whose time is not the gate's: a wrong phone clock, or a picture. */
export interface Held {
  passUid: string
  epoch: number
  time: number
  /** When the gate first saw it. */
  arrivedAt: number
}

export interface Scan {
  text: string
  /** The gate's clock, ms UTC. */
  now: number
  /** Issuer's public keys (32 bytes) by key id. */
  issuerKeys: ReadonlyMap<string, Uint8Array>
  /** By pass: certificates up to and including this epoch are void. */
  revoked: ReadonlyMap<string, number>
  /** `seenId` of the codes that were admitted here. */
  seen: ReadonlySet<string>
  /** What this gate answered `hold` for, last. */
  held: Held | null
  /** The newest code of this pass that has opened, as far as is known here. */
  opened: Opened | null
  /**
   * Set while the gate's clock is not believed: the latest instant (ms UTC) that has certainly passed. Then no code is
   * admitted by its time alone, and only codes more than 26 h older than this instant are too old for two codes.
   */
  notBefore: number | null
}

/** Names one code of a pass by when the phone drew it. */
export interface Opened {
  epoch: number
  time: number
}

export type Judgement =
  | {
      verdict: 'admitted'
      certificate: Certificate
      time: number
      seenId: string
      skewMs: number
      by: 'clock' | 'two_codes'
    }
  | { verdict: 'hold'; held: Held }
  | { verdict: 'old' }
  | { verdict: 'refused'; reason: 'unreadable' | 'unknown_key' | 'forged' | 'expired' | 'revoked' | 'seen' }

/** Names one code: not by its text, for an ECDSA signature has two spellings. */
export const seenId = (code: { passUid: string; epoch: number; time: number }): string =>
  `${code.passUid}.${code.epoch}.${code.time}`

/**
 * One scan. Within 90 s of the gate's clock a code is admitted once. Within 26 h it is held: a next code of the same
 * pass whose time differs from the held one's by as much as their arrivals did, ± 5 s, proves a living phone. The same
 * code again, an earlier one, one beyond 26 h, and one older than a code that has opened is a picture: `old`. One
 * picture never passes.
 */
export const judgeCode = async (scan: Scan, verify: Verify): Promise<Judgement> => {
  const code = readCode(scan.text)
  if (!code) return { verdict: 'refused', reason: 'unreadable' }
  const { certificate, certificateBytes, time, signature } = code
  const { passUid, epoch } = certificate
  const issuer = scan.issuerKeys.get(certificate.keyId)
  if (!issuer) return { verdict: 'refused', reason: 'unknown_key' }
  const genuine =
    (await verify({
      algorithm: 'Ed25519',
      publicKey: issuer,
      signature: certificate.signature,
      data: certificateBytesToSign(certificate),
    })) &&
    (await verify({
      algorithm: certificate.algorithm,
      publicKey: certificate.deviceKey,
      signature,
      data: codeBytesToSign(certificateBytes, time),
    }))
  if (!genuine) return { verdict: 'refused', reason: 'forged' }
  const { now, notBefore, opened } = scan
  // Of a clock that is not believed only the lower bound counts; the time in the code stands in for the rest.
  const asOf = notBefore === null ? now : Math.max(notBefore, time)
  if (asOf >= certificate.notAfter) return { verdict: 'refused', reason: 'expired' }
  const voidEpoch = Math.max(scan.revoked.get(passUid) ?? -1, (opened?.epoch ?? 0) - 1)
  if (epoch <= voidEpoch) return { verdict: 'refused', reason: 'revoked' }
  const id = seenId({ passUid, epoch, time })
  if (scan.seen.has(id)) return { verdict: 'refused', reason: 'seen' }

  if (opened?.epoch === epoch && time < opened.time) return { verdict: 'old' }

  const skewMs = time - now
  const admitted = { verdict: 'admitted', certificate, time, seenId: id, skewMs } as const
  if (notBefore === null && Math.abs(skewMs) <= CODE_SKEW_MS) return { ...admitted, by: 'clock' }
  const isTooFar = notBefore === null ? Math.abs(skewMs) > CODE_SKEW_MAX_MS : time < notBefore - CODE_SKEW_MAX_MS
  if (isTooFar) return { verdict: 'old' }

  const hold = { verdict: 'hold', held: { passUid, epoch, time, arrivedAt: now } } as const
  const held = scan.held?.passUid === passUid && scan.held.epoch === epoch ? scan.held : null
  if (!held) return hold
  const arrivals = now - held.arrivedAt
  const times = time - held.time
  // Still on the screen until the phone draws the next one.
  if (times === 0)
    return arrivals <= CODE_PERIOD_MS + ARRIVAL_TOLERANCE_MS ? { verdict: 'hold', held } : { verdict: 'old' }
  if (times < 0) return { verdict: 'old' }
  if (arrivals > HOLD_MAX_MS) return hold
  // Drawn again by hand: two pictures shown at once would look the same, so wait for the turn of the period.
  if (times < CODE_PERIOD_MS - ARRIVAL_TOLERANCE_MS) return { verdict: 'hold', held }
  return Math.abs(times - arrivals) <= ARRIVAL_TOLERANCE_MS ? { ...admitted, by: 'two_codes' } : hold
}
