import { createFileRoute } from '@tanstack/react-router'
import { DetailScreen } from './-parts/detailScreen.tsx'

export const Route = createFileRoute('/attractions/$detail')({
  staticData: { layout: 'default' },
  component: Attraction,
})

function Attraction() {
  return <DetailScreen gdsUid={Route.useParams().detail} />
}
