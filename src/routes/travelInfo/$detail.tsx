import { createFileRoute } from '@tanstack/react-router'
import { TravelScreen } from './-parts/travelScreen.tsx'

export const Route = createFileRoute('/travelInfo/$detail')({
  staticData: { layout: 'default' },
  component: Travel,
})

function Travel() {
  return <TravelScreen id={Route.useParams().detail} />
}
