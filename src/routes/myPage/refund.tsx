import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { readOrderSearch } from '../-shared/orderSearch.ts'
import { RefundScreen } from './-parts/refund/refundScreen.tsx'

export const Route = createFileRoute('/myPage/refund')({
  staticData: { title: msg`Request a refund` },
  validateSearch: readOrderSearch,
  component: Refund,
})

function Refund() {
  const { ord } = Route.useSearch()
  return ord ? <RefundScreen key={ord} ord={ord} /> : <Navigate to="/myPage/purchaseHistory" replace />
}
