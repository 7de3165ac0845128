import { msg } from '@lingui/core/macro'
import { failedAnswer } from '#api/failure.ts'
import { giftCancel as cancel, giftList, type Gift } from '#contract/calls/gift.ts'
import { OUTBOX_GIFT_ASK_MS, PAGE_SIZE_MAX } from '#contract/limits.ts'
import type { GiftWish } from '../../mirror/wishes.ts'
import { lastWins, type Command } from '../command.ts'
import { actionState, GIFT_CANCEL, writeGift, passLane } from './gift.ts'

export interface GiftCancel {
  passUid: string
  /** Null when the gift of this pass was still queued at the time of its cancellation. */
  giftUid: string | null
}

/** Cancels a sent gift. A gift that was never tried, or was refused, is deleted from the outbox (O7). */
export const giftCancel: Command<typeof GIFT_CANCEL, GiftCancel, Gift> = {
  name: GIFT_CANCEL,
  version: 1,
  home: 'member',
  lane: passLane,
  coalesce: (earlier, { giftUid }) => {
    if (earlier.command === GIFT_CANCEL)
      return (earlier.args as GiftCancel).giftUid === giftUid ? lastWins(earlier) : { do: 'keepBoth' }
    if (earlier.attempts === 0 || earlier.refused !== null) return { do: giftUid === null ? 'annihilate' : 'replace' }
    // The gift may have arrived: it is sent once more with its key, and cancelled then (O8).
    return { do: earlier.asks === null ? 'sendFirst' : 'sendFirstNow' }
  },
  dropOnRefusal: () => [],
  askAfterMs: OUTBOX_GIFT_ASK_MS,
  send: async (api, { passUid, giftUid }, { id, owner }) => {
    let sentUid = giftUid
    if (sentUid === null) {
      const query = { type: 'sent' as const, pageSize: String(PAGE_SIZE_MAX) }
      const sent = await api.call(giftList, { query }, { owner })
      if (!sent.ok) return sent
      // The list is newest first, and a later gift of this pass would wait behind this action.
      sentUid = sent.data.list.find((gift) => gift.passUid === passUid)?.giftUid ?? null
    }
    if (sentUid === null) return failedAnswer({ kind: 'refused', code: 'E_NOT_FOUND' })
    return api.call(cancel, { body: { giftUid: sentUid } }, { key: id, owner })
  },
  apply: writeGift,
  part: 'gifts',
  project: ({ byGift, byPass }, { passUid, giftUid }, row, waiting) => {
    const wish: GiftWish = { ...actionState(row, waiting), to: 'cancelled' }
    if (giftUid === null) byPass.set(passUid, wish)
    else byGift.set(giftUid, wish)
  },
  describe: ({ passUid, giftUid }) => ({ title: msg`Cancel a gift`, gift: { passUid, giftUid } }),
  refusals: {
    byGift: {
      accepted: msg`This gift has already been accepted, so it can no longer be cancelled.`,
      declined: msg`The recipient has already declined this gift, so you keep the pass.`,
    },
  },
  isShownLocked: false,
  hidesPass: false,
}
