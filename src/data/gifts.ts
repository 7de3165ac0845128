import { projectGifts, type ProjectedGifts } from '#sync/mirror/projectGifts.ts'
import {
  giftCancel as cancelCall,
  giftInsert,
  giftReceive as receiveCall,
  giftRefuse as refuseCall,
} from '#contract/calls/gift.ts'
import { passLane } from '#sync/outbox/commands/gift.ts'
import { giftCancel, type GiftCancel } from '#sync/outbox/commands/giftCancel.ts'
import { giftReceive, giftRefuse } from '#sync/outbox/commands/giftEnd.ts'
import { giftSend, type GiftSend } from '#sync/outbox/commands/giftSend.ts'
import { keepAction, sendAction } from './keep.ts'
import { homeOf } from './member.ts'
import { offeredProof, type MemberProof } from './ownCode.ts'
import { no, type Outcome } from './outcome.ts'
import { partHook } from './part.ts'
import { started } from './phone.ts'
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

/** What sending this pass takes beside the session; null while this phone signs it, or no phone shows it. */
export const requiredProof = async (gift: GiftSend): Promise<MemberProof | null> =>
  (await (await started()).codes.signGift(gift)).is === 'elsewhere' ? offeredProof() : null

/** Queues a gift, signed where this phone shows the pass. `E_GIFT_PROOF`: it takes the password or a mailed code. */
export const sendGift = async (gift: GiftSend): Promise<Outcome<null>> => {
  const authority = await (await started()).codes.signGift(gift)
  if (authority.is === 'elsewhere') return no('E_GIFT_PROOF')
  const body = { ...gift, proof: authority.is === 'signed' ? authority.proof : null }
  return keepAction(giftSend, body, 'gifts', (api, options) => api.call(giftInsert, { body }, options))
}

/**
 * Sends at once with the password or a mailed code, which are never stored: it takes a connection. An attempt of this
 * gift that was refused goes.
 */
export const sendGiftWithProof = async (
  gift: GiftSend,
  proof: { password: string } | { code: string },
): Promise<Outcome<null>> => {
  const sent = await sendAction('gifts', (api, options) =>
    api.call(giftInsert, { body: { ...gift, ...proof } }, options),
  )
  if (!sent.ok) return sent
  const runtime = await started()
  const waiting = (await homeOf(runtime)?.db.outbox.where('lane').equals(passLane(gift)).toArray()) ?? []
  const refused = waiting.filter(({ command, refused: why }) => command === giftSend.name && why !== null)
  for (const { id } of refused) await runtime.memberOutbox()?.discard(id)
  return sent
}

export const receiveGift = (giftUid: string): Promise<Outcome<null>> =>
  keepAction(giftReceive, { giftUid }, 'gifts', (api, options) => api.call(receiveCall, { body: { giftUid } }, options))

export const refuseGift = (giftUid: string): Promise<Outcome<null>> =>
  keepAction(giftRefuse, { giftUid }, 'gifts', (api, options) => api.call(refuseCall, { body: { giftUid } }, options))

/** `giftUid`: null for one that was not sent yet. Such a one vanishes if it never left this phone. */
export const cancelGift = ({ passUid, giftUid }: GiftCancel): Promise<Outcome<null>> =>
  keepAction(giftCancel, { passUid, giftUid }, 'gifts', (api, options) =>
    api.call(cancelCall, { body: { giftUid: giftUid ?? '' } }, options),
  )
