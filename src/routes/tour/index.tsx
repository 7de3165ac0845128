import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GoodsListScreen } from '../-shared/goods/goodsListScreen.tsx'
import { readGoodsListSearch, type GoodsListSearch } from '../-shared/goods/goodsSearch.ts'

export const Route = createFileRoute('/tour/')({
  staticData: { layout: 'default', title: msg`Tours` },
  validateSearch: readGoodsListSearch,
  component: Tours,
})

function Tours() {
  const navigate = Route.useNavigate()
  const change = (search: GoodsListSearch): void => void navigate({ search, resetScroll: false })
  return <GoodsListScreen address="/tour" kind="tour" search={Route.useSearch()} onChange={change} />
}
