import { msg } from '@lingui/core/macro'
import { giftInsert, type Gift, type GiftProof } from '#contract/calls/gift.ts'
import { OUTBOX_GIFT_ASK_MS } from '#contract/limits.ts'
import { lastWins, type Command } from '../command.ts'
import { isSettled } from '../retry.ts'
import { actionState, awaitsItsGift, writeGift, passLane } from './gift.ts'

export interface GiftSend {
  passUid: string
  /** The recipient's email address. */
  id: string
  message?: string
  /** Signed by this phone at the queueing; null when the pass was bound to no phone; absent in the first release. */
  proof?: GiftProof | null
}

/** Sends a pass as a gift. Gifts of one pass and their cancellations are sent in order (P4). */
export const giftSend: Command<'gift.send', GiftSend, Gift> = {
  name: 'gift.send',
  version: 1,
  home: 'member',
  lane: passLane,
  /** The later recipient counts. A waiting cancellation stays, because it is about an earlier gift. */
  coalesce: (earlier) =>
    earlier.command === giftSend.name || isSettled(earlier) ? lastWins(earlier) : { do: 'keepBoth' },
  /** With a refused gift, the cancellation that waited for it is deleted (O19). */
  dropOnRefusal: (later) => later.filter(awaitsItsGift),
  askAfterMs: OUTBOX_GIFT_ASK_MS,
  send: (api, body, { id, owner }) => api.call(giftInsert, { body }, { key: id, owner }),
  apply: writeGift,
  part: 'gifts',
  project: ({ queued }, { passUid, id, message = '' }, row, waiting) => {
    const asksAt = row.allowed ? null : row.writtenAt + OUTBOX_GIFT_ASK_MS
    const gift = { passUid, recipient: { id }, message, sentAt: row.writtenAt, asksAt }
    queued.push({ ...actionState(row, waiting), ...gift, state: 'queued', type: 'sent' })
  },
  describe: ({ id, message = '' }) => ({ title: msg`Send a gift`, recipient: id, text: message }),
  refusals: {},
  isShownLocked: false,
  hidesPass: true,
}
