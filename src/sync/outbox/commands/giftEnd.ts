import { giftReceive as receive, giftRefuse as refuse, type Gift } from '#contract/calls/gift.ts'
import { OUTBOX_GIFT_ASK_MS } from '#contract/limits.ts'
import { lastWins, type Command } from '../command.ts'
import { giftLane, writeGift } from './gift.ts'

export interface GiftEnd {
  giftUid: string
}

const ending = (name: string, entry: typeof receive | typeof refuse): Command<GiftEnd, Gift> => ({
  name,
  version: 1,
  lane: giftLane,
  coalesce: lastWins,
  dropOnRefusal: () => [],
  askAfterMs: OUTBOX_GIFT_ASK_MS,
  part: 'gifts',
  send: (api, body, { id, owner }) => api.call(entry, { body }, { key: id, owner }),
  apply: writeGift,
})

/** Accepts a received gift. */
export const giftReceive = ending('gift.receive', receive)
/** Declines a received gift. */
export const giftRefuse = ending('gift.refuse', refuse)
