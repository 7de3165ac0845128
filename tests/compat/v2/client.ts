import { webcrypto } from 'node:crypto'

/**
 * How a phone of release 0.2.0 handles keys and codes, as a frozen copy: it imports nothing of the present client
 * or contract, so that later changes cannot affect it.
 */

const { subtle } = webcrypto
const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

const base45 = (bytes: Buffer): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const isPair = at + 1 < bytes.length
    const value = isPair ? bytes.readUInt16BE(at) : bytes.readUInt8(at)
    text += (BASE45[value % 45] ?? '') + (BASE45[Math.floor(value / 45) % 45] ?? '')
    if (isPair) text += BASE45[Math.floor(value / 2025)] ?? ''
  }
  return text
}

/** Creates a phone with an Ed25519 key. */
export const createClientV2 = async () => {
  const keys = (await subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as webcrypto.CryptoKeyPair
  const sign = async (bytes: Buffer): Promise<Buffer> =>
    Buffer.from(await subtle.sign('Ed25519', keys.privateKey, bytes))
  const raw = Buffer.from(await subtle.exportKey('raw', keys.publicKey))
  const certificates = new Map<string, string>()

  return {
    /** 32 bytes, base64url. */
    publicKey: raw.toString('base64url'),
    /** Signs a nonce to prove the key: 64 bytes, base64url. */
    proof: async (nonce: string): Promise<string> =>
      (await sign(Buffer.from(`harbor-pass device\n${nonce}`, 'ascii'))).toString('base64url'),
    /** Signs a gift: id of the gift, pass, epoch, recipient, device; 64 bytes, base64url. */
    giftProof: async (facts: string[]): Promise<string> =>
      (await sign(Buffer.from(['harbor-pass gift', ...facts].join('\n'), 'ascii'))).toString('base64url'),
    /** Stores the certificates in an answer that lists passes. */
    keep: (data: unknown): void => {
      const { list } = (data ?? {}) as { list?: { passUid?: string; certificate?: string | null }[] }
      for (const { passUid, certificate } of Array.isArray(list) ? list : [])
        if (passUid !== undefined && typeof certificate === 'string') certificates.set(passUid, certificate)
    },
    holds: (passUid: string): boolean => certificates.has(passUid),
    /** Returns the text of a live code: prefix, then base45 of certificate, time in six bytes, and signature. */
    code: async (passUid: string, timeMs: number): Promise<string> => {
      const certificate = Buffer.from(certificates.get(passUid) ?? '', 'base64url')
      const time = Buffer.alloc(6)
      time.writeUIntBE(timeMs, 0, 6)
      const signature = await sign(Buffer.concat([Buffer.from('harbor-pass code\n', 'ascii'), certificate, time]))
      return `HP1:${base45(Buffer.concat([certificate, time, signature]))}`
    },
  }
}
