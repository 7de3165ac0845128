import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Flags of the signed data: the person is present, was verified, and a new key follows. */
const PRESENT = 0x01
const VERIFIED = 0x04
const NEW_KEY = 0x40

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** What a test makes different from a well-behaved browser and device. */
export interface Misbehaviour {
  origin?: string
  rpId?: string
  /** `webauthn.create` or `webauthn.get`. */
  type?: string
  /** False: the device has not checked who holds it. */
  isVerified?: boolean
  signCount?: number
  /** Says something about the new key, where browsers say nothing when they are asked for nothing. */
  attest?: (created: { privateKey: KeyObject; clientData: Buffer; authData: Buffer }) => Attestation
}

type Statement = Map<string, number | Uint8Array | Uint8Array[]>

/** What a device says about a new key: format and statement of WebAuthn. */
export interface Attestation {
  format: string
  statement: Statement
}

/** What a browser is given to sign. */
export interface SignOptions {
  challenge: string
  rpId: string
}

/**
 * A browser with a device that makes passkeys by P-256, in software. `counts`: the device counts its signatures; those
 * that copy their keys between phones do not.
 */
export const createAuthenticator = (browserOrigin: string, { counts = false }: { counts?: boolean } = {}) => {
  const clientDataOf = (challenge: string, type: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (rpId: string, flags: number, signCount: number, key: Uint8Array = new Uint8Array()): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(signCount)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, key])
  }
  const flagsOf = (isVerified: boolean): number => PRESENT | (isVerified ? VERIFIED : 0)

  return {
    /** Makes a passkey, with the id of another one if given: the answer for the server, and the passkey to sign by. */
    make: ({ challenge, rpId }: SignOptions, wrong: Misbehaviour = {}, credentialId?: string) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = credentialId === undefined ? randomBytes(32) : Buffer.from(credentialId, 'base64url')
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const credentialData = Buffer.concat([Buffer.alloc(16), idLength, id, cose])
      const { isVerified = true, signCount = counts ? 1 : 0 } = wrong
      const authData = dataOf(wrong.rpId ?? rpId, flagsOf(isVerified) | NEW_KEY, signCount, credentialData)
      const clientData = clientDataOf(challenge, wrong.type ?? 'webauthn.create', wrong.origin ?? browserOrigin)
      const { format, statement } = wrong.attest?.({ privateKey, clientData, authData }) ?? {
        format: 'none',
        statement: new Map() as Statement,
      }
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Statement>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      const answer = {
        credentialId: base64url(id),
        clientData: base64url(clientData),
        attestation: base64url(attestation),
      }
      return { answer, passkey: { credentialId: answer.credentialId, privateKey, signCount } }
    },

    /** Signs a challenge by a passkey; the count rises where the device counts. */
    sign: (
      passkey: { credentialId: string; privateKey: KeyObject; signCount: number },
      { challenge, rpId }: SignOptions,
      wrong: Misbehaviour = {},
    ) => {
      if (counts) passkey.signCount += 1
      const { isVerified = true, signCount = passkey.signCount } = wrong
      const clientData = clientDataOf(challenge, wrong.type ?? 'webauthn.get', wrong.origin ?? browserOrigin)
      const authenticatorData = dataOf(wrong.rpId ?? rpId, flagsOf(isVerified), signCount)
      return {
        credentialId: passkey.credentialId,
        clientData: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(
          sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), passkey.privateKey),
        ),
      }
    },
  }
}
export type SoftPasskey = ReturnType<ReturnType<typeof createAuthenticator>['make']>['passkey']
