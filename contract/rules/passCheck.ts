import { CODE_PERIOD_MS, CODE_SKEW_MAX_MS, CODE_SKEW_MS } from '../limits.ts'
import { type Certificate, certificateBytesToSign, codeBytesToSign, readCode, type Code } from './passCode.ts'
import type { Verify } from './signature.ts'

/** How a gate judges a live code offline: by public keys, revoked epochs, and the codes that it has seen itself. */

/** Tolerance between the difference of two codes' times and the difference of their arrivals, ms (G7). */
export const ARRIVAL_TOLERANCE_MS = 5_000
/** How long after its arrival a held code is compared with a next one, ms (G7). */
export const HOLD_MAX_MS = 60_000

/** A genuine code whose time differs from the gate's: the phone's clock is wrong, or the code is a picture. */
export interface HeldLiveCode {
  passUid: string
  epoch: number
  time: number
  /** When the gate first saw it, by the gate's clock, ms UTC. */
  arrivedAt: number
}

export interface Scan {
  text: string
  /** The gate's clock, ms UTC. */
  now: number
  /** Issuer's public keys (32 bytes) by key id. */
  issuerKeys: ReadonlyMap<string, Uint8Array>
  /** By pass: the highest epoch whose certificates are void. */
  revoked: ReadonlyMap<string, number>
  /** `seenId` of the codes that were admitted here. */
  seen: ReadonlySet<string>
  /** The code for which this gate last answered `hold`. */
  held: HeldLiveCode | null
  /** The newest code of this pass that has opened a gate, as far as this gate knows. */
  opened: Opened | null
  /**
   * An instant that has certainly passed, ms UTC, while the gate's clock is not believed (G11, G12); else null. When
   * set, no code is admitted by its time alone, and only codes more than 26 h older than this instant are too old to be
   * held.
   */
  notBefore: number | null
}

/** Identifies one code of a pass by its epoch and the time at which the phone drew it. */
export interface Opened {
  epoch: number
  time: number
}

/** The content of a genuine code. */
interface Genuine {
  certificate: Certificate
  time: number
  seenId: string
  skewMs: number
}

/** `stale`: genuine, but the certificate has expired. The pass may be valid; its phone can renew the certificate. */
export type Judgement =
  | ({ verdict: 'admitted'; by: 'clock' | 'two_codes' } & Genuine)
  | ({ verdict: 'stale' } & Genuine)
  | { verdict: 'hold'; held: HeldLiveCode }
  | { verdict: 'old' }
  | { verdict: 'refused'; reason: 'unreadable' | 'unknown_key' | 'forged' | 'revoked' | 'seen' }

/** Returns the id of one code; not its text, because each ECDSA signature has a second valid form. */
export const seenId = (code: { passUid: string; epoch: number; time: number }): string =>
  `${code.passUid}.${code.epoch}.${code.time}`

/**
 * Judges one scan (G1 to G12). A code within 90 s of the gate's clock is admitted once. A code within 26 h is held: a
 * next code of the same pass proves a phone that draws codes when their times differ by as much as their arrivals did,
 * ± 5 s. `old` means a picture: the same code for more than 20 s, an earlier code, one beyond 26 h, or one older than a
 * code that has opened. One picture is never admitted.
 */
export const judgeCode = async (
  scan: Scan,
  verify: Verify,
  /** Which kind of code counts: that of a pass, or `readVoucherCode`. */
  read: (text: string) => Code | null = readCode,
): Promise<Judgement> => {
  const code = read(scan.text)
  if (!code) return { verdict: 'refused', reason: 'unreadable' }
  const { certificate, certificateBytes, time, signature } = code
  const { passUid, epoch } = certificate
  const issuer = scan.issuerKeys.get(certificate.keyId)
  if (!issuer) return { verdict: 'refused', reason: 'unknown_key' }
  const isGenuine =
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
  if (!isGenuine) return { verdict: 'refused', reason: 'forged' }
  const { now, notBefore, opened } = scan
  const voidEpoch = Math.max(scan.revoked.get(passUid) ?? -1, (opened?.epoch ?? 0) - 1)
  if (epoch <= voidEpoch) return { verdict: 'refused', reason: 'revoked' }
  const id = seenId({ passUid, epoch, time })
  const skewMs = time - now
  const genuine: Genuine = { certificate, time, seenId: id, skewMs }
  // A clock that is not believed gives a lower bound only; the time in the code replaces it where that is later.
  const asOf = notBefore === null ? now : Math.max(notBefore, time)
  if (asOf >= certificate.notAfter) return { verdict: 'stale', ...genuine }
  if (scan.seen.has(id)) return { verdict: 'refused', reason: 'seen' }

  if (opened?.epoch === epoch && time < opened.time) return { verdict: 'old' }

  const admitted = { verdict: 'admitted', ...genuine } as const
  if (notBefore === null && Math.abs(skewMs) <= CODE_SKEW_MS) return { ...admitted, by: 'clock' }
  const isTooFar = notBefore === null ? Math.abs(skewMs) > CODE_SKEW_MAX_MS : time < notBefore - CODE_SKEW_MAX_MS
  if (isTooFar) return { verdict: 'old' }

  const hold = { verdict: 'hold', held: { passUid, epoch, time, arrivedAt: now } } as const
  const held = scan.held?.passUid === passUid && scan.held.epoch === epoch ? scan.held : null
  if (!held) return hold
  const arrivals = now - held.arrivedAt
  const times = time - held.time
  // The same code stays on the phone's screen until the next one is drawn.
  if (times === 0)
    return arrivals <= CODE_PERIOD_MS + ARRIVAL_TOLERANCE_MS ? { verdict: 'hold', held } : { verdict: 'old' }
  if (times < 0) return { verdict: 'old' }
  if (arrivals > HOLD_MAX_MS) return hold
  // Drawn before the period was over, as after a reload. Two pictures shown at once look the same: wait for the next.
  if (times < CODE_PERIOD_MS - ARRIVAL_TOLERANCE_MS) return { verdict: 'hold', held }
  return Math.abs(times - arrivals) <= ARRIVAL_TOLERANCE_MS ? { ...admitted, by: 'two_codes' } : hold
}
