import { msg } from '@lingui/core/macro'
import { giftReceive as receive, giftRefuse as refuse, type Gift } from '#contract/calls/gift.ts'
import { OUTBOX_GIFT_ASK_MS } from '#contract/limits.ts'
import type { GiftWish } from '../../mirror/wishes.ts'
import { lastWins, type ActionText, type Command, type Refusals } from '../command.ts'
import { actionState, giftLane, writeGift } from './gift.ts'

export interface GiftEnd {
  giftUid: string
}

const ending = (
  name: 'gift.receive' | 'gift.refuse',
  entry: typeof receive | typeof refuse,
  to: GiftWish['to'],
  title: ActionText['title'],
  refusals: Refusals,
): Command<typeof name, GiftEnd, Gift> => ({
  name,
  version: 1,
  home: 'member',
  lane: giftLane,
  coalesce: lastWins,
  dropOnRefusal: () => [],
  askAfterMs: OUTBOX_GIFT_ASK_MS,
  send: (api, body, { id, owner }) => api.call(entry, { body }, { key: id, owner }),
  apply: writeGift,
  part: 'gifts',
  project: ({ byGift }, { giftUid }, row, waiting) => void byGift.set(giftUid, { ...actionState(row, waiting), to }),
  describe: ({ giftUid }) => ({ title, gift: { giftUid } }),
  refusals,
  isShownLocked: false,
  hidesPass: false,
})

const cancelled = msg`This gift has already been cancelled.`

/** Accepts a received gift. */
export const giftReceive = ending('gift.receive', receive, 'accepted', msg`Accept a gift`, {
  byCode: { E_GIFT_PASS: msg`This pass cannot be used, so the gift cannot be accepted.` },
  byGift: { cancelled, declined: msg`You have already declined this gift, so it can no longer be accepted.` },
})
/** Declines a received gift. */
export const giftRefuse = ending('gift.refuse', refuse, 'declined', msg`Decline a gift`, {
  byGift: { cancelled, accepted: msg`You have already accepted this gift, so it can no longer be declined.` },
})
