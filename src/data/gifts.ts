import { projectGifts, type ProjectedGifts } from '#sync/mirror/projectGifts.ts'
import {
  giftCancel as cancelCall,
  giftInsert,
  giftReceive as receiveCall,
  giftRefuse as refuseCall,
} from '#contract/calls/gift.ts'
import { giftCancel, type GiftCancel } from '#sync/outbox/commands/giftCancel.ts'
import { giftReceive, giftRefuse } from '#sync/outbox/commands/giftEnd.ts'
import { giftSend, type GiftSend } from '#sync/outbox/commands/giftSend.ts'
import { keepAction } from './keep.ts'
import type { Outcome } from './outcome.ts'
import { partHook } from './part.ts'
export type { GiftWish, QueuedGift, ShownGift } from '#sync/mirror/projectGifts.ts'

/** Gifts sent and received, newest first; those not sent yet stand before the others with `state: 'queued'`. */
export const useGifts = partHook<'gifts', ProjectedGifts>('gifts', {
  none: { sent: [], received: [] },
  tables: (db) => [db.gifts, db.outbox, db.passes],
  read: async (db, here) =>
    projectGifts(
      await db.gifts.toArray(),
      await db.outbox.orderBy('seq').toArray(),
      await db.passes.toArray(),
      here.platform.wall(),
    ),
  told: (list) => projectGifts(list, [], [], 0),
})

/** These answer when the wish is kept on this phone. Anonymous: `E_TOKEN`. */

/** `id`: the recipient's email address. */
export const sendGift = (gift: GiftSend): Promise<Outcome<null>> =>
  keepAction(giftSend, gift, 'gifts', (api, options) => api.call(giftInsert, { body: gift }, options))

export const receiveGift = (giftUid: string): Promise<Outcome<null>> =>
  keepAction(giftReceive, { giftUid }, 'gifts', (api, options) => api.call(receiveCall, { body: { giftUid } }, options))

export const refuseGift = (giftUid: string): Promise<Outcome<null>> =>
  keepAction(giftRefuse, { giftUid }, 'gifts', (api, options) => api.call(refuseCall, { body: { giftUid } }, options))

/** `giftUid`: null for one that was not sent yet. Such a one vanishes if it never left this phone. */
export const cancelGift = ({ passUid, giftUid }: GiftCancel): Promise<Outcome<null>> =>
  keepAction(giftCancel, { passUid, giftUid }, 'gifts', (api, options) =>
    api.call(cancelCall, { body: { giftUid: giftUid ?? '' } }, options),
  )
