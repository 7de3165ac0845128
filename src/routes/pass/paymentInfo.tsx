import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { QUANTITY_MAX, QUANTITY_MIN } from '#contract/limits.ts'
import { buyersOnly } from '../-shared/membersOnly.ts'
import { PaymentScreen } from './-parts/paymentScreen.tsx'

export interface PaymentSearch {
  gdsDtlUid?: string | undefined
  passCnt?: number | undefined
  promoCode?: string | undefined
  couponUid?: string | undefined
  method?: string | undefined
}

export const Route = createFileRoute('/pass/paymentInfo')({
  staticData: { layout: 'clean', title: msg`Payment` },
  // Always return all keys: omitted ones would keep the unvalidated values of the raw query.
  validateSearch: ({ gdsDtlUid, passCnt, promoCode, couponUid, method }: Record<string, unknown>): PaymentSearch => {
    const count = Number(passCnt)
    return {
      gdsDtlUid: typeof gdsDtlUid === 'string' ? gdsDtlUid : undefined,
      passCnt: Number.isInteger(count) && count >= QUANTITY_MIN && count <= QUANTITY_MAX ? count : undefined,
      promoCode: promoCode === undefined ? undefined : String(promoCode),
      couponUid: typeof couponUid === 'string' ? couponUid : undefined,
      method: typeof method === 'string' ? method : undefined,
    }
  },
  beforeLoad: buyersOnly,
  component: PaymentInfo,
})

function PaymentInfo() {
  const { gdsDtlUid, passCnt, ...choices } = Route.useSearch()
  // No product, or an invalid quantity: choose on the list.
  if (!gdsDtlUid || !passCnt) return <Navigate to="/pass" replace />
  // Another choice has a price of its own.
  return <PaymentScreen key={`${gdsDtlUid} ${passCnt}`} {...choices} gdsDtlUid={gdsDtlUid} passCnt={passCnt} />
}
