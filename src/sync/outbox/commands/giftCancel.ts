import { failed } from '#api/failure.ts'
import { giftCancel as cancel, giftList, type Gift } from '#contract/calls/gift.ts'
import { OUTBOX_GIFT_ASK_MS, PAGE_SIZE_MAX } from '#contract/limits.ts'
import { lastWins, type Command } from '../command.ts'
import { GIFT_CANCEL, keepGift, passLane } from './gift.ts'

export interface GiftCancel {
  passUid: string
  /** Null: of the gift of this pass that was waiting to be sent when it was taken back. */
  giftUid: string | null
}

/** Takes a gift back: the pass is given to nobody. What was never sent, or was refused, vanishes. */
export const giftCancel: Command<GiftCancel, Gift> = {
  name: GIFT_CANCEL,
  version: 1,
  lane: passLane,
  meet: (earlier, { giftUid }) => {
    if (earlier.command === GIFT_CANCEL)
      return (earlier.args as GiftCancel).giftUid === giftUid ? lastWins(earlier) : { do: 'stay' }
    if (earlier.attempts === 0 || earlier.refused !== null) return { do: giftUid === null ? 'cancel' : 'replace' }
    // It may have arrived: it is sent once more (one effect, the same key), and then taken back.
    return { do: earlier.asks === null ? 'precede' : 'hasten' }
  },
  pointless: () => [],
  askAfter: OUTBOX_GIFT_ASK_MS,
  part: 'gifts',
  send: async (api, { passUid, giftUid }, { id, owner }) => {
    let known = giftUid
    if (known === null) {
      const query = { type: 'sent' as const, pageSize: String(PAGE_SIZE_MAX) }
      const sent = await api.call(giftList, { query }, { owner })
      if (!sent.ok) return sent
      // Newest first, and no later one of this pass has been sent: it waits behind this.
      known = sent.data.list.find((gift) => gift.passUid === passUid)?.giftUid ?? null
    }
    if (known === null) return failed({ kind: 'refused', code: 'E_NOT_FOUND' })
    return api.call(cancel, { body: { giftUid: known } }, { key: id, owner })
  },
  apply: keepGift,
}
