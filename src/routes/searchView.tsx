import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readTexts } from './-shared/readTexts.ts'
import { readSiteSearch, type SiteSearch } from './searchView/-parts/siteSearch.ts'
import { SearchScreen } from './searchView/-parts/searchScreen.tsx'

export const Route = createFileRoute('/searchView')({
  staticData: { layout: 'default', title: msg`Search` },
  // The screen reads the section, so that a first visit does not load their list.
  validateSearch: (search) => readTexts(search, 'q', 'in'),
  component: SiteSearchView,
})

function SiteSearchView() {
  const search = readSiteSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const change = (next: SiteSearch, entry: 'replace' | 'push'): void =>
    void navigate({ search: next, replace: entry === 'replace', resetScroll: false })
  return <SearchScreen search={search} onChange={change} />
}
