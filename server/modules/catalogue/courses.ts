import type { Course, CourseDetail } from '#contract/calls/recommendTour.ts'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { headOf, metres } from './present.ts'

/**
 * Adds the stops of each day to a course, with the distance from the stop before (metres; null for the first of a day).
 * Skips unknown places.
 */
export const courseDetail = (course: Course, places: ReadonlyMap<string, AttractionDetail>): CourseDetail => {
  const days = course.days.map(({ day, gdsUids }) => {
    const knownPlaces = gdsUids.flatMap((id) => places.get(id) ?? [])
    const stops = knownPlaces.map((place, index) => {
      const before = knownPlaces[index - 1]
      return { ...headOf(place), metres: before ? metres(before, place) : null }
    })
    return { day, gdsUids, stops, visitMinutes: stops.reduce((sum, stop) => sum + stop.visitMinutes, 0) }
  })
  const all = days.flatMap(({ stops }) => stops)
  return {
    ...course,
    days,
    freeStops: all.filter(({ passGroup }) => passGroup !== null).length,
    allStops: all.length,
  }
}

/**
 * Returns true when each stop of a course is in group A or B, so that a pass admits to it; false with an unknown stop.
 */
export const isFreeWithPass = (course: Course, places: ReadonlyMap<string, AttractionDetail>): boolean =>
  course.days.every(({ gdsUids }) => gdsUids.every((id) => (places.get(id)?.passGroup ?? null) !== null))

/** Returns the courses that stop at a place, each with the day of the stop. */
export const coursesTo = (courses: readonly Course[], gdsUid: string) =>
  courses.flatMap(({ id, name, days }) => {
    const on = days.find(({ gdsUids }) => gdsUids.includes(gdsUid))
    return on ? [{ id, name, day: on.day }] : []
  })
