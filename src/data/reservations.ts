import type { Reservation } from '#contract/calls/reserve.ts'
import type { FailureCode } from '#contract/errors.ts'
import {
  actionsOf,
  listTypeOf,
  shownState,
  stateBadge,
  type ListType,
  type ReservationFacts,
} from '#contract/rules/reservation.ts'
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

const factsOf = (reservation: Reservation): ReservationFacts => ({
  state: storedStateOf(reservation),
  startsAt: reservation.startsAt,
  endsAt: reservation.endsAt,
  cancelUntil: reservation.cancelUntil,
  holdUntil: reservation.holdUntil ?? 0,
  ordered: reservation.ordUid !== null,
  usedAt: reservation.usedAt ?? null,
  reviewed: reservation.state === 'reviewed',
})

/**
 * Returns a mirrored reservation as it stands at `now` (ms): state, badge and actions follow from the time, and the
 * server may have sent it yesterday.
 */
export const reservationAt = (reservation: Reservation, now: number): Reservation => {
  const facts = factsOf(reservation)
  const state = shownState(facts, now)
  return { ...reservation, state, badge: stateBadge(state), actions: actionsOf(facts, now) }
}

export { LIST_TYPES as RESERVATION_TABS, type ListType as ReservationTab } from '#contract/rules/reservation.ts'

/**
 * Returns the reservations at `now` (ms) by list: to come or going on, the next to begin first; over; ended without use,
 * the latest first.
 */
export const splitReservations = (list: readonly Reservation[], now: number): Record<ListType, Reservation[]> => {
  const split: Record<ListType, Reservation[]> = { upcoming: [], past: [], cancelled: [] }
  for (const mirrored of list)
    split[listTypeOf(factsOf(mirrored), mirrored.typeBadge, now)].push(reservationAt(mirrored, now))
  const endOf = ({ endedAt, startsAt }: Reservation) => endedAt ?? startsAt
  return {
    upcoming: split.upcoming.toSorted((a, b) => a.startsAt - b.startsAt),
    past: split.past.toSorted((a, b) => b.startsAt - a.startsAt),
    cancelled: split.cancelled.toSorted((a, b) => endOf(b) - endOf(a)),
  }
}
