import { createFileRoute } from '@tanstack/react-router'
import { AboutScreen } from './-parts/aboutScreen.tsx'

export const Route = createFileRoute('/$product/')({
  component: About,
})

function About() {
  return <AboutScreen guide={Route.useParams().product} />
}
