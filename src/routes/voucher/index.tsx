import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GoodsListScreen } from '../-shared/goods/goodsListScreen.tsx'
import { readGoodsListSearch, type GoodsListSearch } from '../-shared/goods/goodsSearch.ts'

export const Route = createFileRoute('/voucher/')({
  staticData: { layout: 'default', title: msg({ message: 'Vouchers', context: 'goods for sale' }) },
  validateSearch: readGoodsListSearch,
  component: Vouchers,
})

function Vouchers() {
  const navigate = Route.useNavigate()
  const change = (search: GoodsListSearch): void => void navigate({ search, resetScroll: false })
  return <GoodsListScreen address="/voucher" kind="voucher" search={Route.useSearch()} onChange={change} />
}
