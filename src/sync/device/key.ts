import type { MyPass } from '#contract/calls/mypage.ts'
import { fromBase64url, toBase64url } from '#contract/rules/bytes.ts'
import { compressPoint } from '#contract/rules/p256.ts'
import type { Sign } from '#contract/rules/signature.ts'
import { VALUE_KEYS } from '#db/names.ts'
import type { DeviceDb, DeviceKey } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'

/** Makes an Ed25519 key pair, or P-256 where the browser has no Ed25519 (L1). */
const make = async (subtle: SubtleCrypto): Promise<DeviceKey> => {
  try {
    const pair = (await subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify'])) as CryptoKeyPair
    const raw = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
    return { algorithm: 'Ed25519', publicKey: toBase64url(raw), privateKey: pair.privateKey }
  } catch {
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    const pair = await subtle.generateKey(curve, false, ['sign', 'verify'])
    const short = compressPoint(new Uint8Array(await subtle.exportKey('raw', pair.publicKey)))
    if (!short) throw new Error('not a point')
    return { algorithm: 'P-256', publicKey: toBase64url(short), privateKey: pair.privateKey }
  }
}

/**
 * Returns the device key, and makes it the first time; of two tabs the first one wins. Its private part cannot be
 * exported (L1). Resolves null without storage or Web Crypto.
 */
export const deviceKey = async (db: DeviceDb | null, subtle: SubtleCrypto | null): Promise<DeviceKey | null> => {
  if (!db || !subtle) return null
  const storedKey = await db.read(VALUE_KEYS.deviceKey)
  if (storedKey) return storedKey
  const keyPair = await make(subtle)
  return db.transaction('rw', db.kept, async () => {
    const winner = await db.read(VALUE_KEYS.deviceKey)
    if (!winner) await db.keep(VALUE_KEYS.deviceKey, keyPair)
    return winner ?? keyPair
  })
}

/** Returns a function that signs with the device key; signatures have 64 bytes. */
export const signWith =
  (subtle: SubtleCrypto, { algorithm, privateKey }: DeviceKey): Sign =>
  async (data) => {
    const parameters = algorithm === 'Ed25519' ? { name: 'Ed25519' } : { name: 'ECDSA', hash: 'SHA-256' }
    return new Uint8Array(await subtle.sign(parameters, privateKey, data))
  }

/** Decodes a certificate from base64url; an empty array when it is malformed. */
export const certificateBytes = (certificate: string): Uint8Array => fromBase64url(certificate) ?? new Uint8Array()

/** Returns a signer for a pass bound to this phone; null when it is not, or the registered key is lost (L4). */
export const signerFor = async (
  { certificate, deviceUid }: Pick<MyPass, 'certificate' | 'deviceUid'>,
  db: MemberDb,
  device: DeviceDb | null,
  subtle: SubtleCrypto | null,
): Promise<Sign | null> => {
  const key = await deviceKey(device, subtle)
  const registered = await db.read('device')
  if (!subtle || !key || certificate === null || deviceUid === null) return null
  return registered?.deviceUid === deviceUid && registered.publicKey === key.publicKey ? signWith(subtle, key) : null
}
