import type { GateReason } from '../calls/gate.ts'
import type { Group } from '../codes.ts'
import { mayEnter } from './allowance.ts'
import { inWindow, mayStart } from './passWindow.ts'
import type { PassFacts } from './passState.ts'

/** What is known of a pass when a gate asks; `entries` are those that count. */
export interface UseFacts extends PassFacts {
  /** Lies in a gift that was sent and not answered. */
  inGift: boolean
  /** A refund was asked for and not denied. */
  inRefund: boolean
  /** Partners where its discount was used, as far as this place has to know. */
  discountVenues: readonly string[]
}

/** An attraction admits by its group; a partner gives its discount to any live pass, once. */
export type UsePlace = { kind: 'attraction'; gdsUid: string; group: Group | null } | { kind: 'venue'; venueUid: string }

/**
 * May this pass be used at this place at `at` (specification 4)? null: yes. Money comes first, then the gift, then
 * time, then what was used; so the visitor hears what to do about it.
 */
export const mayUse = (pass: UseFacts, place: UsePlace, at: number): GateReason | null => {
  if (pass.voided || pass.inRefund) return 'refunded'
  if (pass.inGift) return 'gift_pending'
  if (pass.activatedAt === null) {
    if (!mayStart(pass.validUntil, at)) return 'expired'
  } else if (at >= pass.activatedAt && !inWindow(pass.activatedAt, pass.windowHours, at)) return 'expired'
  if (place.kind === 'venue') return pass.discountVenues.includes(place.venueUid) ? 'used_here' : null
  const answer = mayEnter(pass.type, pass.entries, place)
  return answer === 'yes' ? null : answer
}
