import type { PASS_STATES } from '../calls/mypage.ts'
import type { PassType } from '../codes.ts'
import { allowanceSpent, type Entry } from './allowance.ts'
import { inWindow, mayStart } from './passWindow.ts'

export type PassState = (typeof PASS_STATES)[number]

/** What is stored of a pass; its state is never stored. */
export interface PassFacts {
  type: PassType
  windowHours: number
  /** The window must start before this, ms UTC. */
  validUntil: number
  /** First entry, ms UTC. */
  activatedAt: number | null
  /** Taken out of use, and why. */
  voided: 'cancelled' | 'refund' | null
  entries: readonly Entry[]
}

/** The one state of a pass at `now` (specification 4): taken back, not begun, running, over, or never begun in time. */
export const passState = (pass: PassFacts, now: number): PassState => {
  if (pass.voided) return pass.voided
  if (pass.activatedAt === null) return mayStart(pass.validUntil, now) ? 'unused' : 'expired'
  // A clock behind the start (a phone's) does not end a running pass.
  if (allowanceSpent(pass.type, pass.entries)) return 'used'
  return now < pass.activatedAt || inWindow(pass.activatedAt, pass.windowHours, now) ? 'in_use' : 'used'
}

/**
 * A state that a server said earlier, moved on to `now`: a phone may have been offline since. Only for a time that can
 * be trusted: a paid pass is never hidden because of a phone's clock.
 */
export const stateAt = (
  said: { state: PassState; expiresAt: number | null; validUntil: number },
  now: number,
): PassState => {
  if (said.state === 'in_use' && said.expiresAt !== null && now >= said.expiresAt) return 'used'
  if (said.state === 'unused' && !mayStart(said.validUntil, now)) return 'expired'
  return said.state
}

/** Can its code still open a gate? */
export const isLive = (state: PassState): boolean => state === 'unused' || state === 'in_use'
