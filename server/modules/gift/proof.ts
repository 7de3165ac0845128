import type { GiftProof } from '#contract/calls/gift.ts'
import { fromBase64url } from '#contract/rules/bytes.ts'
import { giftProofBytes } from '#contract/rules/giftProof.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findDevice } from '#server/modules/device/service.ts'
import { checkOwnCode, type OwnCode } from '#server/modules/member/ownCode.ts'
import { checkPassword } from '#server/modules/member/service.ts'
import type { Pass } from '#server/modules/pass/service.ts'

const verify = verifyWith(crypto.subtle)

/** By what a member authorises giving away a bound pass. */
export type Authority = 'password' | OwnCode | Pick<GiftProof, 'deviceUid' | 'epoch' | 'giftUid'> | 'none' | 'not_asked'

export interface Claim {
  passUid: string
  /** Email address of the recipient. */
  recipient: string
  proof?: GiftProof | null | undefined
  password?: string | undefined
  /** Mailed for the purpose `gift`. */
  code?: string | undefined
}

/**
 * Checks the password, the mailed code, or the signature by a phone of this member, before the gift's transaction.
 * Returns `none` for an invalid proof, `not_asked` for a client of the first release, which sends no proof field.
 * Throws `E_PASSWORD_MISMATCH`, `E_THROTTLED`, `E_BUSY`, `E_CERT_MISMATCH`, `E_CERT_EXPIRED`, `E_CERT_TRIES`.
 */
export const authorise = async (
  deps: Deps,
  { passUid, recipient, proof, password, code }: Claim,
  { memberId, ip }: { memberId: string; ip: string },
): Promise<Authority> => {
  if (password !== undefined) {
    await checkPassword(deps, memberId, password, ip)
    return 'password'
  }
  if (code !== undefined) return checkOwnCode(deps, { memberId, purpose: 'gift' }, code)
  if (proof === undefined) return 'not_asked'
  const device = proof && (await findDevice(deps.db, memberId, proof.deviceUid))
  const publicKey = device && fromBase64url(device.publicKey)
  const signature = proof && fromBase64url(proof.signature)
  if (!proof || !device || !publicKey || !signature) return 'none'
  const data = giftProofBytes({ ...proof, passUid, recipient })
  return (await verify({ algorithm: device.algorithm, publicKey, signature, data })) ? proof : 'none'
}

/**
 * Throws `E_GIFT_PROOF` when the pass is bound to a phone and the access token is the only authority: it takes the
 * password, a mailed code, or a signature by that phone for the pass's present epoch. A client of the first release
 * gets `E_GIFT_PASS`, which it can show. Consumes the code; throws `E_CERT_EXPIRED` when another gift has consumed it.
 * The caller holds the pass's lock.
 */
export const requireAuthority = async (tx: Tx, { deviceUid, epoch }: Pass, authority: Authority): Promise<void> => {
  if (typeof authority === 'object' && 'consume' in authority) return authority.consume(tx)
  if (deviceUid === null || authority === 'password') return
  if (authority === 'not_asked') throw new Refusal('E_GIFT_PASS')
  if (authority === 'none' || authority.deviceUid !== deviceUid || authority.epoch !== epoch)
    throw new Refusal('E_GIFT_PROOF')
}
