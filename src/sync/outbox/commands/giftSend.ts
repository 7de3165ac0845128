import { giftInsert, type Gift, type GiftProof } from '#contract/calls/gift.ts'
import { OUTBOX_GIFT_ASK_MS } from '#contract/limits.ts'
import { lastWins, type Command } from '../command.ts'
import { isSettled } from '../retry.ts'
import { awaitsItsGift, writeGift, passLane } from './gift.ts'

export interface GiftSend {
  passUid: string
  /** The recipient's email address. */
  id: string
  message?: string
  /** Signed by this phone at the queueing; null when the pass was bound to no phone; absent in the first release. */
  proof?: GiftProof | null
}

/** Sends a pass as a gift. Gifts of one pass and their cancellations are sent in order (P4). */
export const giftSend: Command<GiftSend, Gift> = {
  name: 'gift.send',
  version: 1,
  lane: passLane,
  /** The later recipient counts. A waiting cancellation stays, because it is about an earlier gift. */
  coalesce: (earlier) =>
    earlier.command === giftSend.name || isSettled(earlier) ? lastWins(earlier) : { do: 'keepBoth' },
  /** With a refused gift, the cancellation that waited for it is deleted (O19). */
  dropOnRefusal: (later) => later.filter(awaitsItsGift),
  askAfterMs: OUTBOX_GIFT_ASK_MS,
  part: 'gifts',
  send: (api, body, { id, owner }) => api.call(giftInsert, { body }, { key: id, owner }),
  apply: writeGift,
}
