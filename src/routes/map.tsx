import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MapScreen } from './map/-parts/mapScreen.tsx'
import { readMapSearch, type MapSearch } from './map/-parts/mapSearch.ts'

export const Route = createFileRoute('/map')({
  staticData: { layout: 'default', title: msg`Map` },
  validateSearch: readMapSearch,
  component: CityMap,
})

function CityMap() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: MapSearch): void => void navigate({ search: next, replace: true, resetScroll: false })
  return <MapScreen search={search} onChange={change} />
}
