import { COMPANIONS, TOUR_LENGTHS } from '#contract/codes.ts'

type Companion = (typeof COMPANIONS)[number]
type Length = (typeof TOUR_LENGTHS)[number]

/** Filters of the list of courses. All are in the address, so that back and a shared link restore them. */
export interface CourseSearch {
  q?: string
  with?: Companion
  length?: Length
  /** Only courses that a pass covers: one of the visitor's, else any. */
  covered?: '1'
}

const isCompanion = (value: unknown): value is Companion => COMPANIONS.includes(value as Companion)
const isLength = (value: unknown): value is Length => TOUR_LENGTHS.includes(value as Length)

/** Reads the search parameters, which are texts, and drops invalid ones. */
export const readCourseSearch = (search: Record<string, unknown>): CourseSearch => {
  const { q, with: companion, length, covered } = search
  return {
    ...(typeof q === 'string' && { q }),
    ...(isCompanion(companion) && { with: companion }),
    ...(isLength(length) && { length }),
    ...(covered === '1' && { covered }),
  }
}
