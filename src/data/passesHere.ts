import { isLive, stateAt } from '#contract/rules/passState.ts'
import type { ShownPass } from '#sync/mirror/projectPasses.ts'
import { useNow } from './clock.ts'
import { usePassesKept } from './myPass.ts'

type Pass = Pick<
  ShownPass,
  | 'state'
  | 'expiresAt'
  | 'validUntil'
  | 'activatedAt'
  | 'medium'
  | 'gift'
  | 'deviceUid'
  | 'certificate'
  | 'certificateNotAfter'
  | 'hasCode'
>

/** How many live mobile passes there are, and how many of them open a gate from this phone with no connection. */
export interface PassesHere {
  live: number
  working: number
}

/** A pass works offline where it is bound to this phone, its certificate is in force and its key has drawn a code. */
export const worksOffline = (pass: Pass, deviceUid: string | null, now: number): boolean =>
  deviceUid !== null &&
  pass.deviceUid === deviceUid &&
  pass.certificate !== null &&
  pass.certificateNotAfter !== null &&
  now < pass.certificateNotAfter &&
  pass.hasCode

/** Counts passes that a phone shows: no cards, none that is over or lies in a gift. `now`: server-corrected, ms UTC. */
export const countHere = (list: readonly Pass[], deviceUid: string | null, now: number): PassesHere => {
  const live = list.filter((pass) => pass.medium === 'mobile' && pass.gift === null && isLive(stateAt(pass, now)))
  return { live: live.length, working: live.filter((pass) => worksOffline(pass, deviceUid, now)).length }
}

const MINUTE_MS = 60_000

/** The same of the passes that this phone has read; asks no server. */
export const usePassesHere = (): PassesHere => {
  const { list, deviceUid } = usePassesKept()
  return countHere(list, deviceUid, useNow(MINUTE_MS))
}
