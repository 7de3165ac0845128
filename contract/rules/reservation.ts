import { GOODS_TYPE } from '../codes.ts'

/**
 * A reservation from hold to use (specification 4: badge classes; actions cancel, pay, review).
 *
 *                     pay (at once)
 *   held ────────────────────────────────▶ confirmed ──(its time is over)──▶ used ──(review)──▶ reviewed
 *    │ │ pay (on request)       confirm        ▲ │
 *    │ └──────────────────▶ requested ─────────┘ │ cancel
 *    │                          │ cancel,        │
 *    │ lapse                    │ decline        ▼
 *    │ (hold over,              └────────▶ cancel_asked ──refunded──▶ cancelled
 *    ▼  not paid)                               ▲                        ▲ │
 *   lapsed                                      └──────── stands ────────┼─┘
 *             held ────────────────────── cancel ────────────────────────┤
 *             requested, confirmed ────── charge_back ───────────────────┘
 *
 * used and reviewed are derived from time and review, never stored. charge_back: the money is the buyer's again without
 * us. Should the charge stand after all, nobody has the room any more, so the money goes back.
 */
export const RESERVATION_STATES = ['held', 'requested', 'confirmed', 'cancel_asked', 'cancelled', 'lapsed'] as const
export type ReservationState = (typeof RESERVATION_STATES)[number]
export type ShownState = ReservationState | 'used' | 'reviewed'

export const RESERVATION_EVENTS = [
  'pay',
  'pay_request',
  'confirm',
  'decline',
  'cancel',
  'lapse',
  'refunded',
  'charge_back',
  'stands',
] as const
export type ReservationEvent = (typeof RESERVATION_EVENTS)[number]

const NEXT: Record<ReservationState, Partial<Record<ReservationEvent, ReservationState>>> = {
  held: { pay: 'confirmed', pay_request: 'requested', cancel: 'cancelled', lapse: 'lapsed' },
  requested: { confirm: 'confirmed', decline: 'cancel_asked', cancel: 'cancel_asked', charge_back: 'cancelled' },
  confirmed: { cancel: 'cancel_asked', charge_back: 'cancelled' },
  cancel_asked: { refunded: 'cancelled' },
  cancelled: { stands: 'cancel_asked' },
  lapsed: {},
}

/** Where an event leads; null where it has no place. */
export const afterEvent = (state: ReservationState, event: ReservationEvent): ReservationState | null =>
  NEXT[state][event] ?? null

/** The states an event may leave, with the one it leads to: what a conditional UPDATE asks for. */
export const waysOf = (event: ReservationEvent): { from: ReservationState; to: ReservationState }[] =>
  RESERVATION_STATES.flatMap((from) => {
    const to = afterEvent(from, event)
    return to ? [{ from, to }] : []
  })

/** The place keeps its rooms and seats taken. */
export const takesRoom = (state: ReservationState): boolean =>
  state === 'held' || state === 'requested' || state === 'confirmed'

/** What is stored of a reservation, as far as its state goes. Instants in ms UTC. */
export interface ReservationFacts {
  state: ReservationState
  /** Use `[startsAt, endsAt)`. */
  startsAt: number
  endsAt: number
  /** Money comes back in full until then; null: not at all. */
  cancelUntil: number | null
  /** Unpaid, it is let go then. */
  holdUntil: number
  /** Its payment has begun: it is let go only with its order. */
  ordered: boolean
  reviewed: boolean
}

/** The one state that is shown at `now`. */
export const shownState = (facts: ReservationFacts, now: number): ShownState => {
  if (facts.state === 'held' && !facts.ordered && now >= facts.holdUntil) return 'lapsed'
  if (facts.state !== 'confirmed') return facts.state
  if (facts.reviewed) return 'reviewed'
  return now >= facts.endsAt ? 'used' : 'confirmed'
}

/** Badge classes of the specification. `complete` to `complete4`: used, reviewed, cancelled, lapsed. */
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
export const stateBadge = (state: ShownState): (typeof STATE_BADGES)[number] => BADGE[state]

/** An activity wears the badge of a tour. */
export const typeBadge = (gdsTycd: string): (typeof TYPE_BADGES)[number] => {
  if (gdsTycd === GOODS_TYPE.hotel) return 'hotel'
  return gdsTycd === GOODS_TYPE.voucher ? 'voucher' : 'tour'
}

export const ACTIONS = ['pay', 'cancel', 'review'] as const

/** Reviews are written by who was there: from when use began and money no longer comes back. */
export const mayReview = (facts: ReservationFacts, now: number): boolean =>
  facts.state === 'confirmed' && !facts.reviewed && now >= facts.startsAt && now >= (facts.cancelUntil ?? 0)

/** An unpaid or unanswered one can always be cancelled, a confirmed one until its day. */
export const mayCancel = (facts: ReservationFacts, now: number): boolean => {
  const state = shownState(facts, now)
  if (state === 'held' || state === 'requested') return true
  return state === 'confirmed' && facts.cancelUntil !== null && now < facts.cancelUntil
}

/**
 * Does it end with its charge? What was used stays used: nights and departures from their begin on, a voucher, of which
 * nothing tells us, once its time is over or it was reviewed.
 */
export const endsWithCharge = (facts: ReservationFacts, isVoucher: boolean, now: number): boolean => {
  const state = shownState(facts, now)
  return state === 'requested' || (state === 'confirmed' && (isVoucher || now < facts.startsAt))
}

/** What its member may do at `now`. */
export const actionsOf = (facts: ReservationFacts, now: number): (typeof ACTIONS)[number][] => {
  const may = {
    pay: shownState(facts, now) === 'held',
    cancel: mayCancel(facts, now),
    review: mayReview(facts, now),
  }
  return ACTIONS.filter((action) => may[action])
}
