import type { FIRST_GIFT_STATES, GIFT_STATES } from '../calls/gift.ts'

/**
 * A gift ends exactly once (spec 4.23):
 *
 *     sent ─ the recipient, or a holder of its link, accepts ──→ accepted (the pass moves; its codes are void)
 *       ├─── the recipient declines ─→ declined (the pass stays with its sender)
 *       ├─── the sender takes it back, or an entry with the pass at an offline gate arrives ─→ cancelled
 *       └─── nobody has accepted it by its link until that ended ─→ expired
 */
export type GiftState = (typeof GIFT_STATES)[number]
export type GiftEnd = Exclude<GiftState, 'sent'>
/** The ends that a member chooses for a gift that was sent to an address. */
export type ChosenEnd = Exclude<GiftEnd, 'expired'>

/** The side of a gift that may end it in each way. */
export const ENDED_BY: Readonly<Record<ChosenEnd, 'sender' | 'recipient'>> = {
  accepted: 'recipient',
  declined: 'recipient',
  cancelled: 'sender',
}

/** Returns the state as clients of the first releases know it: for them an expired gift is a cancelled one. */
export const firstStateOf = (state: GiftState): (typeof FIRST_GIFT_STATES)[number] =>
  state === 'expired' ? 'cancelled' : state

/** Returns the actual state of a gift. */
export const exactStateOf = ({
  state,
  exactState,
}: {
  state: (typeof FIRST_GIFT_STATES)[number]
  exactState?: GiftState | undefined
}): GiftState => exactState ?? state
