import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { membersOnly } from '../-shared/membersOnly.ts'
import { useOpeningOrder } from '../-shared/payment/paymentRedirect.ts'
import { readOrderSearch } from '../-shared/orderSearch.ts'
import { PaymentDetails, UnfinishedPayment } from './-parts/unfinishedPayment.tsx'

export const Route = createFileRoute('/pass/paymentstep1')({
  staticData: { layout: 'clean', title: msg`Payment` },
  validateSearch: readOrderSearch,
  beforeLoad: membersOnly,
  component: PaymentStep,
})

function PaymentStep() {
  const { ord } = Route.useSearch()
  return ord ? <Step ord={ord} /> : <Navigate to="/pass" replace />
}

function Step({ ord }: { ord: string }) {
  const order = useOpeningOrder(ord)
  return order ? <PaymentDetails order={order} isOpening /> : <UnfinishedPayment ord={ord} />
}
