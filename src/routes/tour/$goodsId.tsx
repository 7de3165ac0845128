import { createFileRoute } from '@tanstack/react-router'
import { GoodsScreen } from '../-shared/goods/goodsScreen.tsx'
import { readGoodsSearch, type GoodsSearch } from '../-shared/goods/goodsSearch.ts'

export const Route = createFileRoute('/tour/$goodsId')({
  staticData: { layout: 'default' },
  validateSearch: readGoodsSearch,
  component: Tour,
})

function Tour() {
  const { goodsId } = Route.useParams()
  const navigate = Route.useNavigate()
  const change = (search: GoodsSearch, entry: 'replace' | 'push'): void =>
    void navigate({ search, replace: entry === 'replace', resetScroll: entry === 'push' })
  return (
    <GoodsScreen
      key={goodsId}
      address="/tour/{goodsId}"
      kind="tour"
      gdsUid={goodsId}
      search={Route.useSearch()}
      onChange={change}
    />
  )
}
