import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DirectionsScreen } from './directions/-parts/directionsScreen.tsx'
import type { StationChoice } from './directions/-parts/routeFinder.tsx'
import { readTexts } from './-shared/readTexts.ts'

export const Route = createFileRoute('/directions')({
  staticData: { layout: 'default', title: msg`Getting around` },
  validateSearch: (search) => readTexts(search, 'from', 'to'),
  component: Directions,
})

function Directions() {
  const { from, to } = Route.useSearch()
  const navigate = Route.useNavigate()
  const choose = (next: StationChoice): void => void navigate({ search: next, replace: true, resetScroll: false })
  return <DirectionsScreen choice={{ ...(from && { from }), ...(to && { to }) }} onChoose={choose} />
}
