import type { FailedOutcome } from '#data/outcome.ts'
import { OrderFailure } from '../payment/orderFailure.tsx'
import { PriceFailure } from '../payment/priceFailure.tsx'
import type { Paying } from './usePayInfo.ts'

interface Props {
  paying: Paying
  /** Why the last attempt to pay failed; null when it did not. */
  failure: FailedOutcome | null
  isPaying: boolean
}

/** Renders why the payment did not begin or the sum could not be requested, beside the button. */
export function PayMessages({ paying, failure, isPaying }: Props) {
  if (isPaying) return null
  return (
    <>
      {failure && <OrderFailure failure={failure} />}
      {paying.failure && (
        <PriceFailure failure={paying.failure} busy={paying.busy} onRetry={() => void paying.retry()} />
      )}
    </>
  )
}
