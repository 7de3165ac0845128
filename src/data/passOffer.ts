import type { Attraction } from '#contract/calls/attraction.ts'
import { passOffer, type PassOffer } from '#contract/rules/passOffer.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useNow, useReliableTime } from './clock.ts'
import { useMirroredPasses } from './myPass.ts'

type Place = Pick<Attraction, 'gdsUid' | 'passGroup'>

/**
 * Returns a function that tells what the mirrored passes offer at a place: null without a live pass, and where no pass
 * is accepted. Does not ask the server.
 */
export const usePassOffers = (): ((place: Place) => PassOffer | null) => {
  const { list } = useMirroredPasses()
  const now = useNow(MINUTE_MS)
  const isTimeReliable = useReliableTime()
  return (place) => passOffer(list, place, now, isTimeReliable)
}

/** Returns what the mirrored passes offer at one place; null without a live pass, and where no pass is accepted. */
export const usePassOffer = (place: Place): PassOffer | null => usePassOffers()(place)
