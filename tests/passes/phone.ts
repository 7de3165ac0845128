import { deviceNonce, device as deviceCall } from '#contract/calls/mypage.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { deviceProofBytes } from '#contract/rules/deviceProof.ts'
import { giftProofBytes, type GiftFacts } from '#contract/rules/giftProof.ts'
import { compressPoint } from '#contract/rules/p256.ts'
import type { Algorithm } from '#contract/rules/signature.ts'
import type { Shop } from '../payment/shop.ts'

const PARAMETERS = { Ed25519: { name: 'Ed25519' }, 'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } }

/** Makes a phone whose private key cannot be exported, as a browser does. */
export const makePhone = async (shop: Pick<Shop, 'call'>, algorithm: Algorithm = 'Ed25519') => {
  const keys = (await crypto.subtle.generateKey(PARAMETERS[algorithm], false, ['sign', 'verify'])) as CryptoKeyPair
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  const publicKey = toBase64url(algorithm === 'P-256' ? (compressPoint(raw) ?? raw) : raw)
  const sign = async (data: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.sign(PARAMETERS[algorithm], keys.privateKey, data))
  const nonce = async (token: string) => (await shop.call(deviceNonce, { token })).data?.nonce ?? ''
  const proof = async (text: string) => ({
    algorithm,
    publicKey,
    nonce: text,
    signature: toBase64url(await sign(deviceProofBytes(text))),
  })
  return {
    sign,
    nonce,
    proof,
    /** Signs a gift of a pass bound to this phone, as `gift/insert` takes it. */
    giftProof: async (facts: GiftFacts) => {
      const { giftUid, deviceUid, epoch } = facts
      return { giftUid, deviceUid, epoch, signature: toBase64url(await sign(giftProofBytes(facts))) }
    },
    /** Registers the key, and binds `passUid` if there is one. */
    show: async (token: string, options: { passUid?: string; password?: string } = {}) =>
      shop.call(deviceCall, { token, body: { ...(await proof(await nonce(token))), ...options } }),
  }
}
export type Phone = Awaited<ReturnType<typeof makePhone>>
