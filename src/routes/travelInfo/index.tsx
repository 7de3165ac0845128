import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readTravelSearch, type TravelSearch } from './-parts/travelSearch.ts'
import { TravelListScreen } from './-parts/travelListScreen.tsx'
import { readTexts } from '../-shared/readTexts.ts'

export const Route = createFileRoute('/travelInfo/')({
  staticData: { layout: 'default', title: msg`Travel information` },
  // The screen reads the value, so that a first visit does not load its list.
  validateSearch: (search) => readTexts(search, 'kind'),
  component: TravelList,
})

function TravelList() {
  const search = readTravelSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const change = (next: TravelSearch): void => void navigate({ search: next, resetScroll: false })
  return <TravelListScreen search={search} onChange={change} />
}
