import type { Course, CourseDetail } from '#contract/calls/recommendTour.ts'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { courseDays } from '#contract/rules/course.ts'
import { headOf } from './present.ts'

/** Adds the stops of each day to a course, with the distance from the stop before. Skips unknown places. */
export const courseDetail = (course: Course, places: ReadonlyMap<string, AttractionDetail>): CourseDetail => {
  const heads = new Map([...places].map(([gdsUid, place]) => [gdsUid, headOf(place)]))
  const days = courseDays(course, heads)
  const all = days.flatMap(({ stops }) => stops)
  return {
    ...course,
    days,
    freeStops: all.filter(({ passGroup }) => passGroup !== null).length,
    allStops: all.length,
  }
}

/** Returns the courses that stop at a place, each with the day of the stop. */
export const coursesTo = (courses: readonly Course[], gdsUid: string) =>
  courses.flatMap(({ id, name, days }) => {
    const on = days.find(({ gdsUids }) => gdsUids.includes(gdsUid))
    return on ? [{ id, name, day: on.day }] : []
  })
