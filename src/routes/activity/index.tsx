import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GoodsListScreen } from '../-shared/goods/goodsListScreen.tsx'
import { readGoodsListSearch, type GoodsListSearch } from '../-shared/goods/goodsSearch.ts'

export const Route = createFileRoute('/activity/')({
  staticData: { layout: 'default', title: msg`Activities` },
  validateSearch: readGoodsListSearch,
  component: Activities,
})

function Activities() {
  const navigate = Route.useNavigate()
  const change = (search: GoodsListSearch): void => void navigate({ search, resetScroll: false })
  return <GoodsListScreen address="/activity" kind="activity" search={Route.useSearch()} onChange={change} />
}
