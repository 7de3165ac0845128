import type { Attraction } from '#contract/calls/attraction.ts'
import { passOffer, type PassOffer } from '#contract/rules/passOffer.ts'
import { useNow } from './clock.ts'
import { usePassesKept } from './myPass.ts'

const MINUTE_MS = 60_000

/** What the passes of this phone are worth at a place, from what the phone has read; asks no server. */
export const usePassOffer = (place: Pick<Attraction, 'gdsUid' | 'passGroup'>): PassOffer | null => {
  const { list } = usePassesKept()
  return passOffer(list, place, useNow(MINUTE_MS))
}
