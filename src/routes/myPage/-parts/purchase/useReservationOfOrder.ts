import { MINUTE_MS } from '#contract/time.ts'
import { useNow } from '#data/clock.ts'
import type { Purchase } from '#data/purchases.ts'
import { reservationAt, useReservations, type Reservation } from '#data/reservations.ts'

/** Returns the reservation that an order of goods has paid, as it stands now; undefined for an order of passes. */
export const useReservationOfOrder = ({ ordUid }: Pick<Purchase, 'ordUid'>): Reservation | undefined => {
  const now = useNow(MINUTE_MS)
  const mirrored = useReservations().list.find((reservation) => reservation.ordUid === ordUid)
  return mirrored && reservationAt(mirrored, now)
}
