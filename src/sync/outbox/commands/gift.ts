import type { Gift } from '#contract/calls/gift.ts'
import type { OutboxRow } from '#db/rows.ts'
import type { HomeDb } from '../command.ts'

/** What the commands on gifts have in common. */

export const passLane = ({ passUid }: { passUid: string }): string => `pass:${passUid}`
export const giftLane = ({ giftUid }: { giftUid: string }): string => `gift:${giftUid}`

export const GIFT_CANCEL = 'gift.cancel'

/** Takes back a gift that was itself still waiting to be sent. */
export const awaitsItsGift = ({ command, args }: Pick<OutboxRow, 'command' | 'args'>): boolean =>
  command === GIFT_CANCEL && (args as { giftUid: string | null }).giftUid === null

export const keepGift = async (db: HomeDb, gift: Gift): Promise<void> => {
  if ('gifts' in db) await db.gifts.put(gift)
}
