import { useMemo } from 'react'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import { coveringProducts, courseDays, isCoveredByHeld, type CourseDay } from '#contract/rules/course.ts'
import { isClaimed, isLive, stateAt } from '#contract/rules/passState.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow, useReliableTime } from '#data/clock.ts'
import { useMirroredPasses } from '#data/myPass.ts'

/** Returns the attractions of the catalogue by `gdsUid`. */
export const usePlaces = (): ReadonlyMap<string, AttractionDetail> => {
  const { data } = useCatalogue()
  return useMemo(() => new Map(data?.attractions.map((place) => [place.gdsUid, place])), [data])
}

/** Returns the stops of all days. */
export const stopsOf = (days: readonly CourseDay<AttractionDetail>[]) => days.flatMap(({ stops }) => stops)

export interface Coverage {
  /** The visitor has a pass that can still be used somewhere. */
  hasPass: boolean
  /** Returns whether a pass covers all stops: one of the visitor's, or, for a visitor without one, a mobile pass on sale. */
  covers: (course: Course) => boolean
}

/** Returns what passes cover of the courses. Does not ask the server. */
export const useCoverage = (): Coverage => {
  const { data } = useCatalogue()
  const places = usePlaces()
  const { list } = useMirroredPasses()
  const now = useNow(MINUTE_MS)
  const isTimeReliable = useReliableTime()
  const hasPass = list.some((pass) => !isClaimed(pass) && isLive(stateAt(pass, now, isTimeReliable)))
  return {
    hasPass,
    covers: (course) => {
      const stops = stopsOf(courseDays(course, places))
      const days = course.days.length
      // A pass covers no place that has left the catalogue.
      if (stops.length < course.days.flatMap(({ gdsUids }) => gdsUids).length) return false
      return hasPass
        ? isCoveredByHeld(list, stops, days, now, isTimeReliable)
        : coveringProducts(data?.products ?? [], stops, days).length > 0
    },
  }
}
