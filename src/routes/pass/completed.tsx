import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { membersOnly } from '../-shared/membersOnly.ts'
import { readOrderSearch } from '../-shared/orderSearch.ts'
import { OrderScreen } from './-parts/orderScreen.tsx'

export const Route = createFileRoute('/pass/completed')({
  staticData: { layout: 'clean', title: msg`Your order` },
  validateSearch: readOrderSearch,
  beforeLoad: membersOnly,
  component: Completed,
})

function Completed() {
  const { ord } = Route.useSearch()
  return ord ? <OrderScreen ord={ord} /> : <Navigate to="/myPage/myPass" replace />
}
