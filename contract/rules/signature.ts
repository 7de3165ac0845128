import { expandPoint } from './p256.ts'

/** Signatures by WebCrypto, which browsers, workers and Node share. The runtime's `crypto.subtle` is an argument. */

export type Algorithm = 'Ed25519' | 'P-256'
export const KEY_BYTES: Record<Algorithm, number> = { Ed25519: 32, 'P-256': 33 }
/** Signatures have 64 bytes in both algorithms; that of ECDSA (SHA-256) is r and s. */
export const SIGNATURE_BYTES = 64

export interface Signed {
  algorithm: Algorithm
  /** `KEY_BYTES` of the algorithm. */
  publicKey: Uint8Array
  signature: Uint8Array
  data: Uint8Array
}
export type Verify = (signed: Signed) => Promise<boolean>
export type Sign = (data: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

/** The subset of `SubtleCrypto` that verifying uses. */
export interface Subtle {
  importKey(
    format: 'raw',
    key: Uint8Array<ArrayBuffer>,
    algorithm: { name: string },
    extractable: boolean,
    usages: 'verify'[],
  ): Promise<object>
  verify(
    algorithm: { name: string },
    key: object,
    signature: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>
}

const PARAMETERS = {
  Ed25519: { key: { name: 'Ed25519' }, signature: { name: 'Ed25519' } },
  'P-256': { key: { name: 'ECDSA', namedCurve: 'P-256' }, signature: { name: 'ECDSA', hash: 'SHA-256' } },
} as const

/** Creates a `Verify` over a runtime's `crypto.subtle`. It resolves to false for a malformed key or signature. */
export const verifyWith =
  (subtle: Subtle): Verify =>
  async ({ algorithm, publicKey, signature, data }) => {
    if (publicKey.length !== KEY_BYTES[algorithm] || signature.length !== SIGNATURE_BYTES) return false
    const raw = algorithm === 'P-256' ? expandPoint(publicKey) : publicKey.slice()
    if (!raw) return false
    const parameters = PARAMETERS[algorithm]
    try {
      const key = await subtle.importKey('raw', raw, parameters.key, false, ['verify'])
      return await subtle.verify(parameters.signature, key, signature.slice(), data.slice())
    } catch {
      return false // not a point of the curve
    }
  }
