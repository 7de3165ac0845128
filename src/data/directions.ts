import type { Data } from '#contract/calls/call.ts'
import type { directions } from '#contract/calls/stickyArea.ts'
import { sharedDirections } from '#sync/mirror/sharedCity.ts'
import { createSharedHook } from './shared.ts'

export type Directions = Data<typeof directions>
export type Way = Directions['arriving'][number]

/** Returns how to get to the city and around in it, with the metro's lines. */
export const useDirections = createSharedHook<Directions>(({ locale }) => sharedDirections(locale()))
