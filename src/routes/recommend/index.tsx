import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readCourseSearch, type CourseSearch } from './-parts/courseSearch.ts'
import { CoursesScreen } from './-parts/coursesScreen.tsx'
import { readTexts } from '../-shared/readTexts.ts'

export const Route = createFileRoute('/recommend/')({
  staticData: { layout: 'default', title: msg`Courses` },
  // The screen reads the values, so that a first visit does not load their lists.
  validateSearch: (search) => readTexts(search, 'q', 'with', 'length', 'covered'),
  component: Courses,
})

function Courses() {
  const search = readCourseSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const change = (next: CourseSearch, entry: 'replace' | 'push'): void =>
    void navigate({ search: next, replace: entry === 'replace', resetScroll: false })
  return <CoursesScreen search={search} onChange={change} />
}
