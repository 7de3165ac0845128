import type { Gift } from '#contract/calls/gift.ts'
import type { PassRow } from '#db/names.ts'
import type { OutboxRow } from '#db/rows.ts'
import { collectWishes } from './collectWishes.ts'
import type { GiftWish, QueuedGift } from './wishes.ts'

/** A gift as the server sent it; `wish` is shown over it until the server has answered the action. */
export interface ShownGift extends Gift {
  wish: GiftWish | null
}

/**
 * Returns why the action shown on a gift waits for the person's decision; null when none does. A gift that asks goes
 * before its cancellation, which waits behind it.
 */
export const asksOf = (gift: ShownGift | QueuedGift): OutboxRow['asks'] =>
  (gift.state === 'queued' ? gift.asks : null) ?? gift.wish?.asks ?? null

export interface ProjectedGifts {
  /** Newest first. */
  sent: (ShownGift | QueuedGift)[]
  received: ShownGift[]
}

/** Projects queued gifts among the server's, and queued answers and cancellations over them (M5). Pure. */
export const projectGifts = (
  mirror: readonly Gift[],
  outbox: readonly OutboxRow[],
  passes: readonly PassRow[],
  wall: number,
): ProjectedGifts => {
  const typeOf = new Map(passes.map(({ passUid, pass }) => [passUid, pass.passType]))
  const { queued, byGift, byPass } = collectWishes(
    'gifts',
    { queued: [], byGift: new Map(), byPass: new Map() },
    outbox,
    wall,
  )
  const newest = mirror.toSorted((a, b) => b.sentAt - a.sentAt)
  const unsent = new Set(queued.map(({ passUid }) => passUid))
  const wishOf = ({ giftUid, passUid, state, type }: Gift): GiftWish | null => {
    const wish = byGift.get(giftUid)
    if (wish) return wish
    // The sending was answered, the cancellation was not.
    return type === 'sent' && state === 'sent' && !unsent.has(passUid) ? (byPass.get(passUid) ?? null) : null
  }
  const projected = newest.map((gift): ShownGift => ({ ...gift, wish: wishOf(gift) }))
  const waiting = queued.map((gift) => ({
    ...gift,
    passType: typeOf.get(gift.passUid) ?? null,
    wish: byPass.get(gift.passUid) ?? null,
  }))
  return {
    sent: [...waiting.toReversed(), ...projected.filter(({ type }) => type === 'sent')],
    received: projected.filter(({ type }) => type === 'received'),
  }
}
