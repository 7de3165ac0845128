import type { PASS_STATES } from '../calls/mypage.ts'
import type { PassType } from '../codes.ts'
import { allowanceSpent, type Entry } from './allowance.ts'
import { inWindow, mayStart } from './passWindow.ts'
import { isUsed, type UnitFacts } from './refund.ts'

export type PassState = (typeof PASS_STATES)[number]

/** The stored facts of a pass, from which its state is derived. */
export interface PassFacts {
  type: PassType
  windowHours: number
  /** The window must start before this, ms UTC. */
  validUntil: number
  /** First entry, ms UTC. */
  activatedAt: number | null
  /** Why the pass was voided; null: it was not. */
  voided: 'cancelled' | 'refund' | null
  entries: readonly Entry[]
}

/** Returns the state of a pass at `now`, ms UTC (spec 4.1). `expired`: not started before `validUntil`. */
export const passState = (pass: PassFacts, now: number): PassState => {
  if (pass.voided) return pass.voided
  if (pass.activatedAt === null) return mayStart(pass.validUntil, now) ? 'unused' : 'expired'
  // A clock behind the first entry, as a phone's may be, does not end a pass that is in use.
  if (allowanceSpent(pass.type, pass.entries)) return 'used'
  return now < pass.activatedAt || inWindow(pass.activatedAt, pass.windowHours, now) ? 'in_use' : 'used'
}

/**
 * Advances a state that the server sent earlier to `now` (ms UTC), because the phone may have been offline since.
 * Unless `isTimeReliable`, the state stays as it was sent: a wrong phone clock must never hide a paid pass.
 */
export const stateAt = (
  state: { state: PassState; expiresAt: number | null; validUntil: number },
  now: number,
  isTimeReliable: boolean,
): PassState => {
  if (!isTimeReliable) return state.state
  if (state.state === 'in_use' && state.expiresAt !== null && now >= state.expiresAt) return 'used'
  if (state.state === 'unused' && !mayStart(state.validUntil, now)) return 'expired'
  return state.state
}

/**
 * Gift and refund request of a pass. `gift`: not null while the pass is in a gift that is not answered. Mirror rows
 * that an earlier release wrote lack `refundRequestedYn`, which means `N`.
 */
export interface Claims {
  gift: string | null
  refundRequestedYn?: 'Y' | 'N'
}

/** Returns whether the pass is in a gift or a refund request; until that ends no gate accepts it (`reasonAgainstUse`). */
export const isClaimed = ({ gift, refundRequestedYn }: Claims): boolean => gift !== null || refundRequestedYn === 'Y'

/** Returns whether a pass in this state can still open a gate. */
export const isLive = (state: PassState): boolean => state === 'unused' || state === 'in_use'

/**
 * Returns whether a pass keeps the name of its holder from being corrected: it was used for an entry or a discount, and
 * is still live.
 */
export const isNameFixedBy = (
  pass: Pick<UnitFacts, 'activatedAt' | 'discountUsedAt'> & { state: PassState },
): boolean => isUsed(pass) && isLive(pass.state)
