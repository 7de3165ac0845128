import { createFileRoute } from '@tanstack/react-router'
import { CourseScreen } from './-parts/courseScreen.tsx'

export const Route = createFileRoute('/recommend/$detail')({
  staticData: { layout: 'default' },
  component: Course,
})

function Course() {
  return <CourseScreen id={Route.useParams().detail} />
}
