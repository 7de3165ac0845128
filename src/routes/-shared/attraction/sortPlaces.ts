import type { Attraction } from '#contract/calls/attraction.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import type { Group } from '#contract/codes.ts'
import { groupFor } from '#contract/rules/allowance.ts'
import { stillOpen, type StillOpen } from '#contract/rules/stillOpen.ts'

export interface PlaceAnswer {
  place: Attraction
  /** Group in which the place counts for this pass; null when it does not take the pass. */
  group: Group | null
  answer: StillOpen
}
export type Kind = StillOpen['kind']

/** Returns the sort key, ms: open places by closing time, closed ones by opening time, visited ones newest first. */
export const timeOf = ({ answer }: PlaceAnswer): number => {
  if (answer.kind === 'now') return answer.until ?? Number.MAX_SAFE_INTEGER
  if (answer.kind === 'later') return answer.from
  if (answer.kind === 'used_here') return -answer.at
  return 0
}

/**
 * Returns all places that admit this type of pass, by what it can still do there at `now` (ms UTC), each list sorted.
 */
export const sortPlaces = (
  pass: MyPass,
  places: readonly Attraction[],
  now: number,
): Partial<Record<Kind, PlaceAnswer[]>> => {
  const answers = places.flatMap((place): PlaceAnswer[] => {
    const answer = stillOpen(pass, place, now)
    const { gdsUid, passGroup } = place
    const group = groupFor(pass.passType, pass.groups, { gdsUid, group: passGroup })
    return answer ? [{ place, group, answer }] : []
  })
  return Object.groupBy(
    answers.toSorted((a, b) => timeOf(a) - timeOf(b)),
    ({ answer }) => answer.kind,
  )
}
