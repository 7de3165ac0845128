import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { readOrderSearch } from '../-shared/orderSearch.ts'
import { PurchaseDetailScreen } from './-parts/purchase/purchaseDetailScreen.tsx'

export const Route = createFileRoute('/myPage/purchase_detail')({
  staticData: { title: msg`Purchase details` },
  validateSearch: readOrderSearch,
  component: PurchaseDetail,
})

function PurchaseDetail() {
  const { ord } = Route.useSearch()
  return ord ? <PurchaseDetailScreen key={ord} ord={ord} /> : <Navigate to="/myPage/purchaseHistory" replace />
}
