import { uuidv7 } from 'uuidv7'
import type { GiftProof } from '#contract/calls/gift.ts'
import { toBase64url } from '#contract/rules/bytes.ts'
import { giftProofBytes } from '#contract/rules/giftProof.ts'
import type { DeviceDb } from '#db/device.ts'
import type { MemberDb } from '#db/member.ts'
import { signerFor } from './key.ts'

export interface GiftFor {
  passUid: string
  /** The recipient's email address. */
  id: string
}

/**
 * `unbound`: the pass is bound to no phone, or not in the mirror. `elsewhere`: it is bound to another phone, or the key
 * is lost, so that the gift takes the password or a mailed code (L5).
 */
export type GiftAuthority = { is: 'unbound' } | { is: 'signed'; proof: GiftProof } | { is: 'elsewhere' }

/**
 * Signs the gift of a pass that is bound to this phone, without a network (L5). Resolves with `unbound` for a pass that
 * no phone shows, and with `elsewhere` where this phone cannot sign: another one shows the pass, or the key is lost.
 */
export const signGift = async (
  { passUid, id }: GiftFor,
  db: MemberDb,
  device: DeviceDb | null,
  subtle: SubtleCrypto | null,
): Promise<GiftAuthority> => {
  const pass = (await db.passes.get(passUid))?.pass
  if (!pass || pass.deviceUid === null) return { is: 'unbound' }
  const sign = await signerFor(pass, db, device, subtle)
  if (!sign) return { is: 'elsewhere' }
  const { deviceUid, epoch } = pass
  const facts = { giftUid: uuidv7(), deviceUid, epoch }
  const signature = toBase64url(await sign(giftProofBytes({ ...facts, passUid, recipient: id })))
  return { is: 'signed', proof: { ...facts, signature } }
}
