import type { GIFT_STATES } from '../calls/gift.ts'

/**
 * A gift has one end (specification 4):
 *
 *     sent ─ the recipient accepts ──→ accepted (the pass moves; its codes are void)
 *       ├─── the recipient declines ─→ declined (the pass stays with its sender)
 *       └─── the sender takes it back, or an entry was made with it away from the network ─→ cancelled
 */
export type GiftState = (typeof GIFT_STATES)[number]
export type GiftEnd = Exclude<GiftState, 'sent'>

/** Who may bring it to this end. */
export const ENDED_BY: Readonly<Record<GiftEnd, 'sender' | 'recipient'>> = {
  accepted: 'recipient',
  declined: 'recipient',
  cancelled: 'sender',
}

export const mayEnd = (gift: { state: GiftState }): boolean => gift.state === 'sent'
