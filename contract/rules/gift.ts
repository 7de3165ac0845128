import type { GIFT_STATES } from '../calls/gift.ts'

/**
 * A gift ends exactly once (spec 4.23):
 *
 *     sent ─ the recipient accepts ──→ accepted (the pass moves; its codes are void)
 *       ├─── the recipient declines ─→ declined (the pass stays with its sender)
 *       └─── the sender takes it back, or an entry with the pass at an offline gate arrives ─→ cancelled
 */
export type GiftState = (typeof GIFT_STATES)[number]
export type GiftEnd = Exclude<GiftState, 'sent'>

/** Who may end a gift in each way. */
export const ENDED_BY: Readonly<Record<GiftEnd, 'sender' | 'recipient'>> = {
  accepted: 'recipient',
  declined: 'recipient',
  cancelled: 'sender',
}
