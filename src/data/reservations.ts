import type { Reservation } from '#contract/calls/reserve.ts'
import type { FailureCode } from '#contract/errors.ts'
import { actionsOf, shownState, stateBadge, type ReservationFacts } from '#contract/rules/reservation.ts'
import type { Voucher } from '#db/member.ts'
import { ownerKey } from './member.ts'
import { createPartHook } from './partHook.ts'
import { createRuntimeView, useView } from './view.ts'

export type { Reservation } from '#contract/calls/reserve.ts'
/** The voucher of a reservation. */
export type GoodsVoucher = Extract<Voucher, { kind: 'goods' }>

const newestFirst = (list: readonly Reservation[]): Reservation[] =>
  list.toSorted((a, b) => b.reservedAt - a.reservedAt)
const ofGoods = (list: readonly Voucher[]): GoodsVoucher[] => list.filter((voucher) => voucher.kind === 'goods')

/** Returns the member's reservations, newest first, and the vouchers of those that begin soonest. */
export const useReservations = createPartHook<'reservations', { list: Reservation[]; vouchers: GoodsVoucher[] }>(
  'reservations',
  {
    none: { list: [], vouchers: [] },
    tables: (db) => [db.reservations, db.vouchers],
    read: async (db) => ({
      list: newestFirst(await db.reservations.toArray()),
      vouchers: ofGoods(await db.vouchers.toArray()),
    }),
    fromMemory: ({ list, vouchers }) => ({ list: newestFirst(list), vouchers: ofGoods(vouchers) }),
  },
)

const refusal = createRuntimeView<FailureCode | null>(
  null,
  (runtime) => {
    const failure = runtime?.pulls.failures.get().get('reservations')
    return runtime && failure && failure.kind !== 'transport' ? runtime.outcomeOf(failure).code : null
  },
  ({ pulls }) => pulls.failures,
)

/** The sign-in that has been sent to the sign-in screen for a refused list. */
let redirectedOwner: string | null = null

/**
 * Returns why the server has refused the list (never a failure of the network), and whether this sign-in is still to be
 * sent to the sign-in screen for it: once (spec 2.23, 8.3). `markSent` records that it was.
 */
export const useReservationRefusal = (): {
  code: FailureCode | null
  isUnsent: boolean
  markSent: () => void
} => {
  const code = useView(refusal)
  return {
    code,
    isUnsent: code !== null && redirectedOwner !== ownerKey(),
    markSent: () => {
      redirectedOwner = ownerKey()
    },
  }
}

/** The states of a reservation that are stored; the others follow from time and review. */
const storedStateOf = ({ state }: Reservation): ReservationFacts['state'] =>
  state === 'used' || state === 'reviewed' ? 'confirmed' : state

/**
 * Returns a mirrored reservation as it stands at `now` (ms): state, badge and actions follow from the time, and the
 * server may have sent it yesterday.
 */
export const reservationAt = (reservation: Reservation, now: number): Reservation => {
  const facts: ReservationFacts = {
    state: storedStateOf(reservation),
    startsAt: reservation.startsAt,
    endsAt: reservation.endsAt,
    cancelUntil: reservation.cancelUntil,
    holdUntil: reservation.holdUntil ?? 0,
    ordered: reservation.ordUid !== null,
    usedAt: reservation.usedAt ?? null,
    reviewed: reservation.state === 'reviewed',
  }
  const state = shownState(facts, now)
  return { ...reservation, state, badge: stateBadge(state), actions: actionsOf(facts, now) }
}

export const RESERVATION_TABS = ['upcoming', 'past', 'cancelled'] as const
export type ReservationTab = (typeof RESERVATION_TABS)[number]

/** Returns the list that shows a reservation at `now` (ms). */
const tabOf = ({ state, startsAt, typeBadge }: Reservation, now: number): ReservationTab => {
  if (state === 'cancel_asked' || state === 'cancelled' || state === 'lapsed') return 'cancelled'
  if (state === 'used' || state === 'reviewed') return 'past'
  // A voucher is valid from its payment on, and a stay goes on: both are `used` once they end.
  return typeBadge !== 'tour' || state !== 'confirmed' || startsAt > now ? 'upcoming' : 'past'
}

/**
 * Returns the reservations at `now` (ms) by list: to come or going on, the next to begin first; over; ended without use,
 * the latest first.
 */
export const splitReservations = (list: readonly Reservation[], now: number): Record<ReservationTab, Reservation[]> => {
  const split: Record<ReservationTab, Reservation[]> = { upcoming: [], past: [], cancelled: [] }
  for (const mirrored of list) {
    const reservation = reservationAt(mirrored, now)
    split[tabOf(reservation, now)].push(reservation)
  }
  const endOf = ({ endedAt, startsAt }: Reservation) => endedAt ?? startsAt
  return {
    upcoming: split.upcoming.toSorted((a, b) => a.startsAt - b.startsAt),
    past: split.past.toSorted((a, b) => b.startsAt - a.startsAt),
    cancelled: split.cancelled.toSorted((a, b) => endOf(b) - endOf(a)),
  }
}
