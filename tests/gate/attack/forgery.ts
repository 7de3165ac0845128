import { sign, generateKeyPairSync } from 'node:crypto'
import { encodeBase45 } from '#contract/rules/base45.ts'
import { concat, fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import {
  CODE_PREFIX,
  certificateBytesToSign,
  decodeCertificate,
  encodeCertificate,
  type CertificateBody,
} from '#contract/rules/passCode.ts'
import { DAY_MS } from '#contract/time.ts'
import { makePhone } from '../../passes/phone.ts'
import type { Gates, Traveller } from '../gates.ts'

/** What an attacker can make without the issuer's and the phone's private keys. */

const bytesOf = (certificate: string) => fromBase64url(certificate) ?? new Uint8Array()

/** Returns a changed certificate that the attacker has signed, with the key id of the genuine issuer. */
export const ownCertificate = (certificate: string, change: Partial<CertificateBody>): string => {
  const body = decodeCertificate(bytesOf(certificate))
  if (!body) throw new Error('no certificate')
  const { privateKey } = generateKeyPairSync('ed25519')
  const changed = { ...body, ...change }
  return toBase64url(
    encodeCertificate({ ...changed, signature: sign(null, certificateBytesToSign(changed), privateKey) }),
  )
}

/** Returns a changed certificate with the genuine signature. */
export const patchedCertificate = (certificate: string, change: Partial<CertificateBody>): string => {
  const whole = decodeCertificate(bytesOf(certificate))
  if (!whole) throw new Error('no certificate')
  return toBase64url(encodeCertificate({ ...whole, ...change }))
}

/** Returns the certificate without a phone's signature, in each form that could be mistaken for a code. */
export const layerOneAlone = ({ certificate }: Pick<Traveller, 'certificate'>, now: number): string[] => {
  const bytes = bytesOf(certificate)
  const time = Buffer.alloc(6)
  time.writeUIntBE(now, 0, 6)
  const issuer = decodeCertificate(bytes)?.signature ?? new Uint8Array()
  return [bytes, concat(bytes, time), concat(bytes, time, new Uint8Array(64)), concat(bytes, time, issuer)]
    .map((code) => CODE_PREFIX + encodeBase45(code))
    .concat(certificate)
}

/** Returns every code that a forger could show for this pass now, by a description. */
export const forgeries = async (gates: Gates, traveller: Traveller): Promise<Record<string, string>> => {
  const { certificate, phone } = traveller
  const own = await makePhone(gates)
  const genuine = await traveller.code()
  const alone = layerOneAlone(traveller, gates.time.now)
  const forgedClaims = {
    epoch: 9,
    passType: 'Big5',
    notAfter: Math.floor(gates.time.now / 1000) * 1000 + 365 * DAY_MS,
  } as const
  return {
    'another phone’s signature': await gates.draw(own, certificate),
    'an issuer of one’s own, by the genuine one’s name': await gates.draw(phone, ownCertificate(certificate, {})),
    'the same, with a better pass, a higher epoch and a longer life': await gates.draw(
      phone,
      ownCertificate(certificate, forgedClaims),
    ),
    'a better pass under the genuine signature': await gates.draw(
      phone,
      patchedCertificate(certificate, { passType: 'Big5' }),
    ),
    'a higher epoch under the genuine signature': await gates.draw(
      phone,
      patchedCertificate(certificate, { epoch: 9 }),
    ),
    'a longer life under the genuine signature': await gates.draw(
      phone,
      patchedCertificate(certificate, { notAfter: forgedClaims.notAfter }),
    ),
    'one letter changed': genuine.slice(0, 150) + (genuine[150] === 'A' ? 'B' : 'A') + genuine.slice(151),
    ...Object.fromEntries(alone.map((text, nth) => [`layer 1 alone, ${nth + 1}`, text])),
  }
}
