import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { membersOnly } from '../-parts/members-only.ts'
import { readOrderSearch } from './-parts/ord-search.ts'
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
