import { ascii } from './bytes.ts'

/** The facts that the signature of a gift of a bound pass covers. */
export interface GiftFacts {
  /** Made by the phone, so that one signature is good for one gift only. */
  giftUid: string
  passUid: string
  /** The pass epoch: a move, a gift or a sign-out raises it. */
  epoch: number
  /** Email address of the recipient, in any case. */
  recipient: string
  deviceUid: string
}

/**
 * Returns the bytes that the phone to which a pass is bound signs to give it away. Throws `RangeError` for an address
 * that is not ASCII (`isEmail` accepts none).
 */
export const giftProofBytes = ({ giftUid, passUid, epoch, recipient, deviceUid }: GiftFacts): Uint8Array<ArrayBuffer> =>
  ascii(['harbor-pass gift', giftUid, passUid, epoch, recipient.trim().toLowerCase(), deviceUid].join('\n'))
