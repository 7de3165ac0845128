import { createHash, sign } from 'node:crypto'
import { CERTIFICATE_DAYS, CERTIFICATE_RENEW_DAYS } from '#contract/limits.ts'
import { fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import {
  type CertificateBody,
  certificateBytesToSign,
  decodeCertificate,
  encodeCertificate,
} from '#contract/rules/passCode.ts'
import { windowEnd } from '#contract/rules/passWindow.ts'
import { DAY_MS } from '#contract/time.ts'
import { acceptedOf, type KeyGeneration, purposeOf, signingOf } from '#server/keyRing.ts'
import { type Keys, type Root, rootOf } from '#server/keys.ts'
import type { Bound, Pass } from './store.ts'

const PURPOSE = 'pass-issuer'
/** After the last certificate of a superseded key has ended. One day more, for clocks that differ. */
const RETIRED_AFTER_MS = (CERTIFICATE_DAYS + 1) * DAY_MS

type Named = Pick<KeyGeneration, 'generation' | 'rootId'>
const FIRST: Named = { generation: 1, rootId: null }

const pairOf = (keys: Keys, { generation, rootId }: Named): ReturnType<Root['pair']> => {
  const root = rootOf(keys, rootId)
  if (!root) throw new Error(`the root ${rootId} is not known here`)
  return root.pair(purposeOf(PURPOSE, generation))
}

/**
 * Returns a public key of the issuer, which gates hold, and its name in certificates: the first four bytes of its
 * SHA-256. Throws for a generation whose root this process does not have.
 */
export const issuerKey = (keys: Keys, key = FIRST): { keyId: string; publicKey: Uint8Array } => {
  const { publicRaw } = pairOf(keys, key)
  return { keyId: createHash('sha256').update(publicRaw).digest('hex').slice(0, 8), publicKey: publicRaw }
}

const keysOf = (keys: Keys, generations: readonly KeyGeneration[]) =>
  new Map(generations.map((each) => issuerKey(keys, each)).map((key) => [key.keyId, key.publicKey]))

/**
 * Returns the public keys by which a code of the time `at` (ms UTC) is judged, by their names; omitted: a code of now,
 * for which no revoked key counts.
 */
export const issuerKeys = (keys: Keys, at?: number): Map<string, Uint8Array> =>
  keysOf(keys, acceptedOf(keys.ring, 'pass', at))

/**
 * Returns the public keys for gate lists: also those that will sign, so that gates have them before, and superseded
 * ones until their last certificate has ended.
 */
export const gateKeys = (keys: Keys, now: number): Map<string, Uint8Array> => {
  const accepted = acceptedOf(keys.ring, 'pass')
  const isRetired = ({ generation }: KeyGeneration): boolean =>
    accepted.some((later) => later.generation > generation && later.signsAt + RETIRED_AFTER_MS <= now)
  return keysOf(
    keys,
    accepted.filter((each) => !isRetired(each)),
  )
}

/** Returns whether a certificate, base64url, names a key of this issuer that is not revoked. */
const hasAcceptedKey = (keys: Keys, certificate: string): boolean => {
  const bytes = fromBase64url(certificate)
  const keyId = bytes && decodeCertificate(bytes)?.keyId
  return keyId != null && issuerKeys(keys).has(keyId)
}

/** End of the window, or of the last window that could still start; no certificate is valid longer. */
const lastMoment = (pass: Pass): number => windowEnd(pass.activatedAt ?? pass.validUntil, pass.windowHours)

/** 30 days ahead, in whole seconds, never past the window's end. */
const freshNotAfter = (pass: Pass, now: number): number =>
  Math.floor(Math.min(now + CERTIFICATE_DAYS * DAY_MS, lastMoment(pass)) / 1000) * 1000

/**
 * Returns whether the stored certificate can still be used: it is good for 16 more days, or a new one would not be
 * valid longer. Also false for a pass without a certificate, for a certificate that outlasts the last moment of the pass,
 * and for one whose key was revoked or is of another root secret.
 */
export const isFresh = (keys: Keys, pass: Pass, now: number): boolean =>
  pass.certificate !== null &&
  pass.certificateNotAfter !== null &&
  pass.certificateNotAfter <= lastMoment(pass) &&
  (pass.certificateNotAfter - now >= CERTIFICATE_RENEW_DAYS * DAY_MS ||
    pass.certificateNotAfter >= freshNotAfter(pass, now)) &&
  hasAcceptedKey(keys, pass.certificate)

/** Signs a certificate for the key of a phone with the present key of the issuer; null for a malformed key. */
const signCertificate = (
  keys: Keys,
  fields: Pick<CertificateBody, 'passUid' | 'passType' | 'epoch' | 'notAfter'>,
  { algorithm, publicKey }: NonNullable<Bound['key']>,
  now: number,
): string | null => {
  const deviceKey = fromBase64url(publicKey)
  if (!deviceKey) return null
  const signing = signingOf(keys.ring, 'pass', now)
  const body: CertificateBody = { ...fields, algorithm, keyId: issuerKey(keys, signing).keyId, deviceKey }
  const signature = sign(null, certificateBytesToSign(body), pairOf(keys, signing).privateKey)
  return toBase64url(encodeCertificate({ ...body, signature }))
}

/** Issues the certificate that a phone's live codes carry, for the phone's key. Returns null for a malformed key. */
export const issueCertificate = (
  keys: Keys,
  { pass, key }: { pass: Pass; key: NonNullable<Bound['key']> },
  now: number,
): { certificate: string; notAfter: number } | null => {
  const { passUid, passType, epoch } = pass
  const notAfter = freshNotAfter(pass, now)
  const certificate = signCertificate(keys, { passUid, passType, epoch, notAfter }, key, now)
  return certificate === null ? null : { certificate, notAfter }
}

/**
 * Issues the certificate of a voucher's live codes for a phone's key, base64url (decision 0328). It is good until the
 * reservation ends: `endsAt`, ms UTC. Returns null for a malformed key.
 */
export const issueVoucherCertificate = (
  keys: Keys,
  { rsvtUid, endsAt, key }: { rsvtUid: string; endsAt: number; key: NonNullable<Bound['key']> },
  now: number,
): string | null => {
  const notAfter = Math.floor(endsAt / 1000) * 1000
  return signCertificate(keys, { passUid: rsvtUid, passType: null, epoch: 0, notAfter }, key, now)
}
