import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { readOrderSearch } from '../-shared/orderSearch.ts'
import { RefundCompletedScreen } from './-parts/refund/refundCompletedScreen.tsx'

export const Route = createFileRoute('/myPage/refundCompleted')({
  staticData: { title: msg`Refund request` },
  validateSearch: readOrderSearch,
  component: RefundCompleted,
})

function RefundCompleted() {
  const { ord } = Route.useSearch()
  return ord ? <RefundCompletedScreen key={ord} ord={ord} /> : <Navigate to="/myPage/purchaseHistory" replace />
}
