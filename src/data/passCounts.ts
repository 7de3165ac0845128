import { byUse } from '#contract/rules/passOrder.ts'
import { isClaimed, isLive, stateAt } from '#contract/rules/passState.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { ShownPass } from '#sync/mirror/projectPasses.ts'
import { useNow, useReliableTime } from './clock.ts'
import { useMirroredPasses } from './myPass.ts'

type Pass = Pick<
  ShownPass,
  | 'state'
  | 'expiresAt'
  | 'validUntil'
  | 'medium'
  | 'gift'
  | 'refundRequestedYn'
  | 'deviceUid'
  | 'certificate'
  | 'certificateNotAfter'
  | 'hasCode'
>

/** Number of live mobile passes, and of those that work offline on this phone. */
export interface PassCounts {
  live: number
  working: number
}

/**
 * Returns whether the pass is bound to this phone and has a certificate. A new password takes the certificates from all
 * phones of the member; then the pass must be bound again.
 */
export const isBoundToThisPhone = (pass: Pick<Pass, 'deviceUid' | 'certificate'>, deviceUid: string | null): boolean =>
  deviceUid !== null && pass.deviceUid === deviceUid && pass.certificate !== null

/** Returns whether the pass is bound here, its certificate is in force, and its code was drawn (L12). `now` in ms. */
export const worksOffline = (pass: Pass, deviceUid: string | null, now: number): boolean =>
  isBoundToThisPhone(pass, deviceUid) &&
  pass.certificateNotAfter !== null &&
  now < pass.certificateNotAfter &&
  pass.hasCode

const livePasses = <P extends Pass>(list: readonly P[], now: number, isTimeReliable: boolean): P[] =>
  list.filter((pass) => pass.medium === 'mobile' && !isClaimed(pass) && isLive(stateAt(pass, now, isTimeReliable)))

/**
 * Counts live mobile passes that are in no gift and no request for a refund. `now` in ms UTC, server-corrected;
 * `isTimeReliable`: see `stateAt`.
 */
export const countPasses = (
  list: readonly Pass[],
  deviceUid: string | null,
  now: number,
  isTimeReliable: boolean,
): PassCounts => {
  const live = livePasses(list, now, isTimeReliable)
  return { live: live.length, working: live.filter((pass) => worksOffline(pass, deviceUid, now)).length }
}

/** Counts the mirrored passes, without asking the server. */
export const usePassCounts = (): PassCounts => {
  const { list, deviceUid } = useMirroredPasses()
  return countPasses(list, deviceUid, useNow(MINUTE_MS), useReliableTime())
}

/** Returns the passes whose codes this phone can show at a gate now, those in use first. */
export const useShowablePasses = (): ShownPass[] => {
  const { list, deviceUid } = useMirroredPasses()
  const now = useNow(MINUTE_MS)
  return livePasses(list, now, useReliableTime())
    .filter((pass) => worksOffline(pass, deviceUid, now))
    .toSorted(byUse)
}
