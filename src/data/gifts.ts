import { projectGifts, type ProjectedGifts } from '#sync/mirror/projectGifts.ts'
import { passLane } from '#sync/outbox/commands/gift.ts'
import { giftCancel, type GiftCancel } from '#sync/outbox/commands/giftCancel.ts'
import { giftReceive, giftRefuse } from '#sync/outbox/commands/giftEnd.ts'
import { giftSend, type GiftSend } from '#sync/outbox/commands/giftSend.ts'
import { queueAction, sendAction, type Delivery } from './queueAction.ts'
import { homeOf } from './member.ts'
import { offeredProof, type MemberProof } from './ownCode.ts'
import { failedOutcome, type Outcome } from './outcome.ts'
import { createPartHook } from './partHook.ts'
import { loadRuntime } from './runtime.ts'
export { exactStateOf } from '#contract/rules/gift.ts'
export type { Delivery } from './queueAction.ts'
export { asksOf } from '#sync/mirror/projectGifts.ts'
export type { ShownGift } from '#sync/mirror/projectGifts.ts'
export type { GiftWish, QueuedGift } from '#sync/mirror/wishes.ts'

/** Gifts, and the keys of the links that this phone has made, by their hash. */
interface GiftsView extends ProjectedGifts {
  keys: Readonly<Record<string, string>>
}

/** Returns gifts sent and received, newest first; queued ones come first, with `state: 'queued'`. */
export const useGifts = createPartHook<'gifts', GiftsView>('gifts', {
  none: { sent: [], received: [], keys: {} },
  tables: (db) => [db.gifts, db.outbox, db.passes],
  read: async (db, runtime) => ({
    ...projectGifts(
      await db.gifts.toArray(),
      await db.outbox.orderBy('seq').toArray(),
      await db.passes.toArray(),
      runtime.platform.wall(),
    ),
    keys: (await db.read('giftKeys')) ?? {},
  }),
  fromMemory: (list) => ({ ...projectGifts(list, [], [], 0), keys: {} }),
})

// The functions below resolve when the action is stored on this phone, or sent. `E_TOKEN` when nobody is signed in.

/** Resolves with the proof that sending this pass takes; null when this phone signs it, or it is not bound (L5). */
export const requiredProof = async (gift: GiftSend): Promise<MemberProof | null> =>
  (await (await loadRuntime()).codes.signGift(gift)).is === 'elsewhere' ? offeredProof() : null

/** Queues a gift, signed if the pass is bound to this phone. `E_GIFT_PROOF`: it takes the password or a mailed code. */
export const sendGift = async (gift: GiftSend): Promise<Outcome<Delivery>> => {
  const authority = await (await loadRuntime()).codes.signGift(gift)
  if (authority.is === 'elsewhere') return failedOutcome('E_GIFT_PROOF')
  const body = { ...gift, proof: authority.is === 'signed' ? authority.proof : null }
  return queueAction(giftSend, body)
}

/**
 * Sends a gift at once, with the password or a mailed code, which are never stored; needs the server (L5). On success
 * discards a refused gift of the same pass.
 */
export const sendGiftWithProof = async (
  gift: GiftSend,
  proof: { password: string } | { code: string },
): Promise<Outcome<Delivery>> => {
  const sent = await sendAction(giftSend, { ...gift, ...proof })
  if (!sent.ok) return sent
  const runtime = await loadRuntime()
  const waiting = (await homeOf(runtime)?.db.outbox.where('lane').equals(passLane(gift)).toArray()) ?? []
  const refused = waiting.filter(({ command, refused: why }) => command === giftSend.name && why !== null)
  for (const { id } of refused) await runtime.memberOutbox()?.discard(id)
  return sent
}

/** Accepts a received gift. */
export const receiveGift = (giftUid: string): Promise<Outcome<Delivery>> => queueAction(giftReceive, { giftUid })

/** Declines a received gift. */
export const refuseGift = (giftUid: string): Promise<Outcome<Delivery>> => queueAction(giftRefuse, { giftUid })

/** Cancels a sent gift. `giftUid` is null for a queued one, which is deleted if it was never tried (O7, O8). */
export const cancelGift = ({ passUid, giftUid }: GiftCancel): Promise<Outcome<Delivery>> =>
  queueAction(giftCancel, { passUid, giftUid })
