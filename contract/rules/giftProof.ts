import { ascii } from './bytes.ts'

/** What a gift of a bound pass is about. */
export interface GiftFacts {
  /** Made by the phone, so that one signature makes one gift. */
  giftUid: string
  passUid: string
  /** The pass's epoch: a move, a gift or a sign-out raises it. */
  epoch: number
  /** Email address of the recipient, in any case. */
  recipient: string
  deviceUid: string
}

/**
 * What the phone that shows a pass signs to give it away. Throws `RangeError` for an address that is not ASCII
 * (`isEmail` takes none).
 */
export const giftProofBytes = ({ giftUid, passUid, epoch, recipient, deviceUid }: GiftFacts): Uint8Array<ArrayBuffer> =>
  ascii(['harbor-pass gift', giftUid, passUid, epoch, recipient.trim().toLowerCase(), deviceUid].join('\n'))
