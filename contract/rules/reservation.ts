import { GOODS_TYPE } from '../codes.ts'

/**
 * A reservation from hold to use (spec 4.54 to 4.56).
 *
 *                     pay (at once)
 *   held ────────────────────────────────▶ confirmed ──(its time is over)──▶ used ──(review)──▶ reviewed
 *    │ │ pay (on request)       confirm        ▲ │
 *    │ └──────────────────▶ requested ─────────┘ │ cancel
 *    │                          │ cancel,        │ close
 *    │ lapse                    │ decline, close ▼
 *    │ (hold over,              └────────▶ cancel_asked ──refunded──▶ cancelled
 *    ▼  not paid)                               ▲                        ▲ │
 *   lapsed                                      └──────── stands ────────┼─┘
 *             held ────────────────────── cancel ────────────────────────┤
 *             requested, confirmed ────── charge_back ───────────────────┘
 *
 * used and reviewed are derived from time, redemption and review, never stored. charge_back: the buyer has the money back without
 * us. stands: the charge was upheld after all, but the room has been released, so we refund it. close: the place is closed on
 * its days, and the operator gives the money back.
 */
export const RESERVATION_STATES = ['held', 'requested', 'confirmed', 'cancel_asked', 'cancelled', 'lapsed'] as const
export type ReservationState = (typeof RESERVATION_STATES)[number]
/** What people see: the stored states, and those derived from time and review. */
export const SHOWN_STATES = [...RESERVATION_STATES, 'used', 'reviewed'] as const
export type ShownState = (typeof SHOWN_STATES)[number]

export const RESERVATION_EVENTS = [
  'pay',
  'pay_request',
  'confirm',
  'decline',
  'close',
  'cancel',
  'lapse',
  'refunded',
  'charge_back',
  'stands',
] as const
export type ReservationEvent = (typeof RESERVATION_EVENTS)[number]

const NEXT: Record<ReservationState, Partial<Record<ReservationEvent, ReservationState>>> = {
  held: { pay: 'confirmed', pay_request: 'requested', cancel: 'cancelled', lapse: 'lapsed' },
  requested: {
    confirm: 'confirmed',
    decline: 'cancel_asked',
    close: 'cancel_asked',
    cancel: 'cancel_asked',
    charge_back: 'cancelled',
  },
  confirmed: { close: 'cancel_asked', cancel: 'cancel_asked', charge_back: 'cancelled' },
  cancel_asked: { refunded: 'cancelled' },
  cancelled: { stands: 'cancel_asked' },
  lapsed: {},
}

/** Returns the state after an event; null where the event is not allowed. */
export const afterEvent = (state: ReservationState, event: ReservationEvent): ReservationState | null =>
  NEXT[state][event] ?? null

/** Returns each transition of an event, for the condition and the new value of an UPDATE. */
export const waysOf = (event: ReservationEvent): { from: ReservationState; to: ReservationState }[] =>
  RESERVATION_STATES.flatMap((from) => {
    const to = afterEvent(from, event)
    return to ? [{ from, to }] : []
  })

/** Returns whether a reservation in this state occupies its rooms or seats. */
export const takesRoom = (state: ReservationState): boolean =>
  state === 'held' || state === 'requested' || state === 'confirmed'

/** The stored facts of a reservation that decide its state. Instants are ms UTC. */
export interface ReservationFacts {
  state: ReservationState
  /** Use `[startsAt, endsAt)`. */
  startsAt: number
  endsAt: number
  /** Until then cancelling refunds in full; null: it cannot be cancelled. */
  cancelUntil: number | null
  /** When an unpaid reservation lapses. */
  holdUntil: number
  /** Its payment has begun: it lapses only together with its order. */
  ordered: boolean
  /** When a gate redeemed its voucher; null: not yet, or never at a gate. */
  usedAt: number | null
  reviewed: boolean
}

/** Returns the state to show at `now`. */
export const shownState = (facts: ReservationFacts, now: number): ShownState => {
  if (facts.state === 'held' && !facts.ordered && now >= facts.holdUntil) return 'lapsed'
  if (facts.state !== 'confirmed') return facts.state
  if (facts.reviewed) return 'reviewed'
  return facts.usedAt !== null || now >= facts.endsAt ? 'used' : 'confirmed'
}

/** Badge classes (spec 4.55). `complete` to `complete4`: used, reviewed, cancelled, lapsed. */
export const STATE_BADGES = [
  'standby',
  'standby2',
  'confirm',
  'cancel-ask',
  'complete',
  'complete2',
  'complete3',
  'complete4',
] as const
export const TYPE_BADGES = ['hotel', 'tour', 'voucher'] as const

const BADGE: Record<ShownState, (typeof STATE_BADGES)[number]> = {
  held: 'standby',
  requested: 'standby2',
  confirmed: 'confirm',
  cancel_asked: 'cancel-ask',
  used: 'complete',
  reviewed: 'complete2',
  cancelled: 'complete3',
  lapsed: 'complete4',
}
/** Returns the badge class of a state (`standby`, `confirm` and so on; decision 0038). */
export const stateBadge = (state: ShownState): (typeof STATE_BADGES)[number] => BADGE[state]

/** Returns the badge of a type of goods; activities share that of tours. */
export const typeBadge = (gdsTycd: string): (typeof TYPE_BADGES)[number] => {
  if (gdsTycd === GOODS_TYPE.hotel) return 'hotel'
  return gdsTycd === GOODS_TYPE.voucher ? 'voucher' : 'tour'
}

/** Lists of reservations, which together show each of them once. */
export const LIST_TYPES = ['upcoming', 'past', 'cancelled'] as const
export type ListType = (typeof LIST_TYPES)[number]

/**
 * Returns the list that shows a reservation at `now`. A departure is past once it has begun. A stay goes on until its
 * end, and a voucher can be used from its payment until its end, so these stay in `upcoming` until then; so does what
 * is held or requested, whatever its time (decision 0351). `isInList` of the server is the same rule in SQL.
 */
export const listTypeOf = (facts: ReservationFacts, badge: (typeof TYPE_BADGES)[number], now: number): ListType => {
  const state = shownState(facts, now)
  if (state === 'cancel_asked' || state === 'cancelled' || state === 'lapsed') return 'cancelled'
  if (state === 'used' || state === 'reviewed') return 'past'
  return state === 'confirmed' && badge === 'tour' && now >= facts.startsAt ? 'past' : 'upcoming'
}

export const ACTIONS = ['pay', 'cancel', 'review'] as const

/** Returns whether the member may review: once use has begun and cancelling no longer refunds. */
export const mayReview = (facts: ReservationFacts, now: number): boolean =>
  facts.state === 'confirmed' && !facts.reviewed && now >= facts.startsAt && now >= (facts.cancelUntil ?? 0)

/** Returns whether the member may cancel: always while unpaid or unconfirmed, once confirmed until `cancelUntil`. */
export const mayCancel = (facts: ReservationFacts, now: number): boolean => {
  const state = shownState(facts, now)
  if (state === 'held' || state === 'requested') return true
  return state === 'confirmed' && facts.cancelUntil !== null && now < facts.cancelUntil
}

/**
 * Returns whether a charge-back cancels the reservation. One that counts as used stays: nights and departures once they
 * have begun; what a gate redeemed; a voucher whose use we do not learn once its time is over or it was reviewed.
 */
export const isCancelledByChargeBack = (facts: ReservationFacts, isVoucher: boolean, now: number): boolean => {
  const state = shownState(facts, now)
  return state === 'requested' || (state === 'confirmed' && (isVoucher || now < facts.startsAt))
}

/** Returns what the member may do at `now`. */
export const actionsOf = (facts: ReservationFacts, now: number): (typeof ACTIONS)[number][] => {
  const may = {
    pay: shownState(facts, now) === 'held',
    cancel: mayCancel(facts, now),
    review: mayReview(facts, now),
  }
  return ACTIONS.filter((action) => may[action])
}
