import { createFileRoute } from '@tanstack/react-router'
import { GoodsScreen } from '../-shared/goods/goodsScreen.tsx'
import { readGoodsSearch, type GoodsSearch } from '../-shared/goods/goodsSearch.ts'

export const Route = createFileRoute('/hotel/$goodsId')({
  staticData: { layout: 'default' },
  validateSearch: readGoodsSearch,
  component: Hotel,
})

function Hotel() {
  const { goodsId } = Route.useParams()
  const navigate = Route.useNavigate()
  const change = (search: GoodsSearch, entry: 'replace' | 'push'): void =>
    void navigate({ search, replace: entry === 'replace', resetScroll: entry === 'push' })
  return (
    <GoodsScreen
      key={goodsId}
      address="/hotel/{goodsId}"
      kind="hotel"
      gdsUid={goodsId}
      search={Route.useSearch()}
      onChange={change}
    />
  )
}
