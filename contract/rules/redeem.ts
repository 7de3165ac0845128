import type { ReservationState } from './reservation.ts'
import { koreanMidnight } from './koreanCalendar.ts'

/** Why a gate refuses a genuine voucher of goods that it takes. */
export const REDEEM_REFUSALS = ['used', 'cancelled', 'not_today', 'over'] as const
export type RedeemRefusal = (typeof REDEEM_REFUSALS)[number]

/** What decides about a redemption; instants in ms UTC. */
export interface RedeemFacts {
  state: ReservationState
  startsAt: number
  endsAt: number
  usedAt: number | null
}

/**
 * Returns why a reservation cannot be redeemed at `now`, or null: it must be paid and confirmed, unused, and of today.
 * A departure is redeemed from midnight of its day in Korea until its end, a voucher until its last day is over.
 */
export const redeemRefusal = ({ state, startsAt, endsAt, usedAt }: RedeemFacts, now: number): RedeemRefusal | null => {
  if (usedAt !== null) return 'used'
  if (state !== 'confirmed') return 'cancelled'
  if (now < koreanMidnight(startsAt)) return 'not_today'
  return now >= endsAt ? 'over' : null
}
