import type { MyPass } from '#contract/calls/mypage.ts'
import { isClaimed, isLive, stateAt } from '#contract/rules/passState.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { ShownPass } from '#data/myPass.ts'
import { isBoundToThisPhone } from '#data/passCounts.ts'

/** What a card shows of a pass at an instant. */
export interface PassView {
  /** The server's state, advanced by the clock if the time is reliable. */
  state: MyPass['state']
  phase: 'unused' | 'in_use' | 'over'
  /** Share of the window that has passed, 0…1; null while unused. */
  elapsed: number | null
  /** The time left in the window, in whole minutes, as days, hours and minutes; all 0 before the first entry. */
  days: number
  hours: number
  minutes: number
}

/**
 * Returns whether the certificate has ended while the pass, as far as this phone knows, is good. Every gate refuses
 * codes of such a certificate; online the phone fetches a new one. `now`: server-corrected, ms UTC.
 */
export const isStale = (
  { certificateNotAfter, expiresAt }: Pick<MyPass, 'certificateNotAfter' | 'expiresAt'>,
  now: number,
): boolean => certificateNotAfter !== null && now >= certificateNotAfter && (expiresAt === null || now < expiresAt)

/**
 * Returns what a card shows. `now`: server-corrected, ms UTC; `isTimeReliable`: see `stateAt`.
 */
export const viewOf = (pass: MyPass, now: number, isTimeReliable: boolean): PassView => {
  const { activatedAt, expiresAt } = pass
  const state = stateAt(pass, now, isTimeReliable)
  const length = activatedAt === null || expiresAt === null ? 0 : expiresAt - activatedAt
  const minutesLeft = expiresAt === null ? 0 : Math.floor(Math.max(0, expiresAt - now) / MINUTE_MS)
  return {
    state,
    phase: !isLive(state) ? 'over' : activatedAt === null ? 'unused' : 'in_use',
    elapsed: activatedAt === null || length <= 0 ? null : Math.min(1, Math.max(0, (now - activatedAt) / length)),
    days: Math.floor(minutesLeft / 1440),
    hours: Math.floor((minutesLeft % 1440) / 60),
    minutes: minutesLeft % 60,
  }
}

/** Returns whether this phone shows a code of the pass. `now`: server-corrected, ms UTC. */
export const showsCode = (pass: ShownPass, phase: PassView['phase'], deviceUid: string | null, now: number): boolean =>
  phase !== 'over' &&
  !isClaimed(pass) &&
  pass.medium !== 'card' &&
  isBoundToThisPhone(pass, deviceUid) &&
  !isStale(pass, now)
