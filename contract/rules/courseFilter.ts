import type { Attraction } from '../calls/attraction.ts'
import type { Course } from '../calls/recommendTour.ts'
import { search, searchable, type Searchable } from './search.ts'

/** Filters of a list of courses; an absent or empty one is ignored. */
export interface CourseFilter {
  keyword?: string | undefined
  companion?: string | undefined
  length?: string | undefined
}

/** Caches the folded text of each course: folding is most of the work of a search. */
const folded = new WeakMap<Course, Searchable>()

/** Returns the search text of a course: its name, and its summary and the names of its stops. */
export const courseText = (course: Course, places: ReadonlyMap<string, Pick<Attraction, 'name'>>): Searchable => {
  const cachedText = folded.get(course)
  if (cachedText !== undefined) return cachedText
  const stops = course.days.flatMap(({ gdsUids }) => gdsUids.flatMap((id) => places.get(id)?.name ?? []))
  const text = searchable([course.name], [course.summary, course.companionText, course.lengthText, ...stops])
  folded.set(course, text)
  return text
}

/** Returns the courses for these companions and of this length that contain every word of the keyword, best first. */
export const filterCourses = (
  list: readonly Course[],
  places: ReadonlyMap<string, Pick<Attraction, 'name'>>,
  { keyword, companion, length }: CourseFilter,
): Course[] =>
  search(
    keyword ?? '',
    list.filter((course) => (!companion || course.companion === companion) && (!length || course.length === length)),
    (course) => courseText(course, places),
  )
