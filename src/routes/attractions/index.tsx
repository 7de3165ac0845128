import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AttractionsScreen } from './-parts/attractionsScreen.tsx'
import { readSearch, type AttractionsSearch } from '../-shared/attraction/search.ts'

export const Route = createFileRoute('/attractions/')({
  staticData: { layout: 'default', title: msg`Attractions` },
  validateSearch: readSearch,
  component: Attractions,
})

function Attractions() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: AttractionsSearch, entry: 'replace' | 'push'): void =>
    void navigate({ search: next, replace: entry === 'replace', resetScroll: false })
  return <AttractionsScreen search={search} onChange={change} />
}
