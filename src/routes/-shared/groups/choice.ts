import type { Attraction } from '#contract/calls/attraction.ts'
import type { Product } from '#contract/calls/pass.ts'
import { reasonAgainstEntry } from '#contract/rules/allowance.ts'

type Place = Pick<Attraction, 'gdsUid' | 'passGroup'>

/**
 * Returns the choice after a place was pressed: without it if it was chosen, else with it at the end. Where the group's
 * allowance is spent, the place replaces the one of its group that was chosen first, so that one press suffices.
 */
export const togglePlace = <T extends Place>(
  { passType }: Pick<Product, 'passType'>,
  chosen: readonly T[],
  place: T,
): T[] => {
  if (chosen.some(({ gdsUid }) => gdsUid === place.gdsUid))
    return chosen.filter(({ gdsUid }) => gdsUid !== place.gdsUid)
  const entries = chosen.map(({ gdsUid, passGroup }) => ({ gdsUid, group: passGroup }))
  const reason = reasonAgainstEntry(passType, entries, { gdsUid: place.gdsUid, group: place.passGroup })
  if (reason === 'not_valid_here') return [...chosen]
  const oldest = reason === 'allowance_spent' ? chosen.findIndex(({ passGroup }) => passGroup === place.passGroup) : -1
  return [...chosen.filter((_, index) => index !== oldest), place]
}
