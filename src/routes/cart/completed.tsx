import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { membersOnly } from '../-shared/membersOnly.ts'
import { readOrderSearch } from '../-shared/orderSearch.ts'
import { CartOrderScreen } from './-parts/cartOrderScreen.tsx'

export const Route = createFileRoute('/cart/completed')({
  staticData: { layout: 'clean', title: msg`Your order` },
  validateSearch: readOrderSearch,
  beforeLoad: membersOnly,
  component: Completed,
})

function Completed() {
  const { ord } = Route.useSearch()
  return ord ? <CartOrderScreen ord={ord} /> : <Navigate to="/cart" replace />
}
