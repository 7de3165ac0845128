import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { planOf, planSearch, readPlanSearch, type PlanIds } from './-shared/planSearch.ts'
import { FinderScreen } from './whichPass/-parts/finderScreen.tsx'

export const Route = createFileRoute('/whichPass')({
  staticData: { layout: 'default', title: msg`Which pass is right for me?` },
  validateSearch: readPlanSearch,
  component: WhichPass,
})

function WhichPass() {
  const navigate = Route.useNavigate()
  const change = (plan: PlanIds, entry: 'replace' | 'push'): void =>
    void navigate({ search: planSearch(plan), replace: entry === 'replace', resetScroll: false })
  return <FinderScreen plan={planOf(Route.useSearch())} onChange={change} />
}
