import { createFileRoute } from '@tanstack/react-router'
import { GoodsScreen } from '../-shared/goods/goodsScreen.tsx'
import { readGoodsSearch, type GoodsSearch } from '../-shared/goods/goodsSearch.ts'

export const Route = createFileRoute('/activity/$goodsId')({
  staticData: { layout: 'default' },
  validateSearch: readGoodsSearch,
  component: Activity,
})

function Activity() {
  const { goodsId } = Route.useParams()
  const navigate = Route.useNavigate()
  const change = (search: GoodsSearch, entry: 'replace' | 'push'): void =>
    void navigate({ search, replace: entry === 'replace', resetScroll: entry === 'push' })
  return (
    <GoodsScreen
      key={goodsId}
      address="/activity/{goodsId}"
      kind="activity"
      gdsUid={goodsId}
      search={Route.useSearch()}
      onChange={change}
    />
  )
}
