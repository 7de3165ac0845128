import { giftInsert, type Gift, type GiftProof } from '#contract/calls/gift.ts'
import { OUTBOX_GIFT_ASK_MS } from '#contract/limits.ts'
import { lastWins, type Command } from '../command.ts'
import { isSettled } from '../retry.ts'
import { awaitsItsGift, keepGift, passLane } from './gift.ts'

export interface GiftSend {
  passUid: string
  /** The recipient's email address. */
  id: string
  message?: string
  /** Signed by this phone when the gift was queued; null: no phone showed the pass. The first release sent none. */
  proof?: GiftProof | null
}

/** Sends a pass as a gift. Sending and taking back of one pass go in order. */
export const giftSend: Command<GiftSend, Gift> = {
  name: 'gift.send',
  version: 1,
  lane: passLane,
  /** To somebody else instead: the later address counts. A taking back that waits stays: it is of an earlier gift. */
  meet: (earlier) => (earlier.command === giftSend.name || isSettled(earlier) ? lastWins(earlier) : { do: 'stay' }),
  /** Taking back what was never sent. */
  pointless: (later) => later.filter(awaitsItsGift),
  askAfter: OUTBOX_GIFT_ASK_MS,
  part: 'gifts',
  send: (api, body, { id, owner }) => api.call(giftInsert, { body }, { key: id, owner }),
  apply: keepGift,
}
