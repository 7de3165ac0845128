import { createHash, sign } from 'node:crypto'
import { CERTIFICATE_DAYS, CERTIFICATE_RENEW_DAYS } from '#contract/limits.ts'
import { fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import { type CertificateBody, certificateBytesToSign, encodeCertificate } from '#contract/rules/passCode.ts'
import { windowEnd } from '#contract/rules/passWindow.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Keys } from '#server/keys.ts'
import type { Bound, Pass } from './store.ts'

const PURPOSE = 'pass-issuer'

/**
 * Returns the issuer's public key, which gates hold, and its name in certificates: the first four bytes of its SHA-256.
 */
export const issuerKey = (keys: Keys): { keyId: string; publicKey: Uint8Array } => {
  const { publicRaw } = keys.pair(PURPOSE)
  return { keyId: createHash('sha256').update(publicRaw).digest('hex').slice(0, 8), publicKey: publicRaw }
}

/** End of the window, or of the last window that could still start; no certificate is valid longer. */
const lastMoment = (pass: Pass): number => windowEnd(pass.activatedAt ?? pass.validUntil, pass.windowHours)

/** 30 days ahead, in whole seconds, never past the window's end. */
const freshNotAfter = (pass: Pass, now: number): number =>
  Math.floor(Math.min(now + CERTIFICATE_DAYS * DAY_MS, lastMoment(pass)) / 1000) * 1000

/**
 * Returns whether the stored certificate can still be used: it is good for 16 more days, or a new one would not be
 * valid longer. Also false for a pass without a certificate, and for a certificate that outlasts the last moment of the
 * pass.
 */
export const isFresh = (pass: Pass, now: number): boolean =>
  pass.certificateNotAfter !== null &&
  pass.certificateNotAfter <= lastMoment(pass) &&
  (pass.certificateNotAfter - now >= CERTIFICATE_RENEW_DAYS * DAY_MS ||
    pass.certificateNotAfter >= freshNotAfter(pass, now))

/** Issues the certificate that a phone's live codes carry, for the phone's key. Returns null for a malformed key. */
export const issueCertificate = (
  keys: Keys,
  { pass, key }: { pass: Pass; key: NonNullable<Bound['key']> },
  now: number,
): { certificate: string; notAfter: number } | null => {
  const deviceKey = fromBase64url(key.publicKey)
  if (!deviceKey) return null
  const body: CertificateBody = {
    algorithm: key.algorithm,
    keyId: issuerKey(keys).keyId,
    passUid: pass.passUid,
    passType: pass.passType,
    epoch: pass.epoch,
    notAfter: freshNotAfter(pass, now),
    deviceKey,
  }
  const signature = sign(null, certificateBytesToSign(body), keys.pair(PURPOSE).privateKey)
  return { certificate: toBase64url(encodeCertificate({ ...body, signature })), notAfter: body.notAfter }
}
