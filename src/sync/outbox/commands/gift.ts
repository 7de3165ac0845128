import type { Gift } from '#contract/calls/gift.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { GiftWish, Waiting } from '../../mirror/wishes.ts'
import type { HomeDb } from '../command.ts'

/** Shared by the commands on gifts. */

/** Returns the lane of sending and cancelling the gifts of one pass. */
export const passLane = ({ passUid }: { passUid: string }): string => `pass:${passUid}`
/** Returns the lane of the answer to one received gift. */
export const giftLane = ({ giftUid }: { giftUid: string }): string => `gift:${giftUid}`

export const GIFT_CANCEL = 'gift.cancel'

/** Returns whether an action cancels a gift that was itself still queued, so that the id of the gift was not known. */
export const awaitsItsGift = ({ command, args }: Pick<OutboxRow, 'command' | 'args'>): boolean =>
  command === GIFT_CANCEL && (args as { giftUid: string | null }).giftUid === null

/** Returns the id and the state of an action on a gift, as screens show them. */
export const actionState = ({ id, refused, asks }: OutboxRow, waiting: Waiting): Omit<GiftWish, 'to'> => ({
  id,
  waiting,
  code: refused?.code ?? null,
  asks,
})

/** Writes the server's gift into the mirror. */
export const writeGift = async (db: HomeDb, gift: Gift): Promise<void> => {
  if ('gifts' in db) await db.gifts.put(gift)
}
