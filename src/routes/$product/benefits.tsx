import { createFileRoute } from '@tanstack/react-router'
import { readTexts } from '../-shared/readTexts.ts'
import { BenefitsScreen } from './-parts/benefitsScreen.tsx'
import { readPartnerSearch, type PartnerSearch } from './-parts/partnerSearch.ts'

export const Route = createFileRoute('/$product/benefits')({
  // The screen reads the values, so that a first visit does not load their lists.
  validateSearch: (search) => readTexts(search, 'partnerType', 'district', 'q'),
  component: Benefits,
})

function Benefits() {
  const navigate = Route.useNavigate()
  const change = (next: PartnerSearch, entry: 'replace' | 'push'): void =>
    void navigate({ search: { ...next }, replace: entry === 'replace', resetScroll: false })
  return (
    <BenefitsScreen guide={Route.useParams().product} search={readPartnerSearch(Route.useSearch())} onChange={change} />
  )
}
