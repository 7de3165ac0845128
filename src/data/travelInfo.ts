import type { Data } from '#contract/calls/call.ts'
import type { travelInfoDetail, travelInfoList } from '#contract/calls/stickyArea.ts'
import { sharedTravelInfo, sharedTravelInfos } from '#sync/mirror/sharedCity.ts'
import { createSharedHook } from './shared.ts'
import { createSharedHookById } from './sharedById.ts'
export type { TravelInfo } from '#contract/calls/stickyArea.ts'

export type TravelDetail = Data<typeof travelInfoDetail>

/** Returns all travel information, without its texts. */
export const useTravelInfos = createSharedHook<Data<typeof travelInfoList>>(({ locale }) => sharedTravelInfos(locale()))

/** Returns one entry with its text. */
export const useTravelInfo = createSharedHookById<string, TravelDetail>(({ locale }, id) =>
  sharedTravelInfo(locale(), id),
)
