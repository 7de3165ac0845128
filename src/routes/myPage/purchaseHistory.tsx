import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../-shared/orderSearch.ts'
import { PurchaseHistoryScreen } from './-parts/purchase/purchaseHistoryScreen.tsx'

export const Route = createFileRoute('/myPage/purchaseHistory')({
  staticData: { title: msg`Purchase History` },
  validateSearch: readOrderSearch,
  component: PurchaseHistory,
})

function PurchaseHistory() {
  const { ord } = Route.useSearch()
  return <PurchaseHistoryScreen ord={ord} />
}
