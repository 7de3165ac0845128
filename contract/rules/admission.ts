import type { FirstReason } from '../calls/gate.ts'
import type { Group } from '../codes.ts'
import { reasonAgainstEntry } from './allowance.ts'
import { inWindow, mayStart } from './passWindow.ts'
import type { PassFacts } from './passState.ts'

/** What is known of a pass when it is scanned; `entries` and `discountVenues` leave out undone and marked uses. */
export interface UseFacts extends PassFacts {
  /** The pass is in a gift that was sent and not answered. */
  inGift: boolean
  /** A refund was requested and not denied. */
  inRefund: boolean
  /** Partners where its discount was used; the caller may leave out all but the one in question. */
  discountVenues: readonly string[]
}

/** An attraction admits by group; a partner gives its discount once to any live pass. */
export type UsePlace = { kind: 'attraction'; gdsUid: string; group: Group | null } | { kind: 'venue'; venueUid: string }

/**
 * Returns why a pass cannot be used at a place at `at`, ms UTC, or null when it can (spec 4.4, 4.29). When several
 * reasons apply, the order is refund, gift, time, use: the visitor gets the reason that must be solved first.
 */
export const reasonAgainstUse = (pass: UseFacts, place: UsePlace, at: number): FirstReason | null => {
  if (pass.voided || pass.inRefund) return 'refunded'
  if (pass.inGift) return 'gift_pending'
  if (pass.activatedAt === null) {
    if (!mayStart(pass.validUntil, at)) return 'expired'
  } else if (at >= pass.activatedAt && !inWindow(pass.activatedAt, pass.windowHours, at)) return 'expired'
  if (place.kind === 'venue') return pass.discountVenues.includes(place.venueUid) ? 'used_here' : null
  return reasonAgainstEntry(pass.type, pass.entries, place)
}
