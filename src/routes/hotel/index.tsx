import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GoodsListScreen } from '../-shared/goods/goodsListScreen.tsx'
import { readGoodsListSearch, type GoodsListSearch } from '../-shared/goods/goodsSearch.ts'

export const Route = createFileRoute('/hotel/')({
  staticData: { layout: 'default', title: msg`Hotels` },
  validateSearch: readGoodsListSearch,
  component: Hotels,
})

function Hotels() {
  const navigate = Route.useNavigate()
  const change = (search: GoodsListSearch): void => void navigate({ search, resetScroll: false })
  return <GoodsListScreen address="/hotel" kind="hotel" search={Route.useSearch()} onChange={change} />
}
