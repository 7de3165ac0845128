import { Trans } from '@lingui/react/macro'
import type { FailedOutcome } from '#data/outcome.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import { OrderFailure } from '../../-shared/payment/orderFailure.tsx'
import { PriceFailure } from '../../-shared/payment/priceFailure.tsx'
import type { useQuote } from './useQuote.ts'

/** Renders what has happened to the price or the order, beside the button: visible at any scroll position. */
export function PaymentMessages({
  pricing,
  failure,
  total,
  paying,
}: {
  pricing: ReturnType<typeof useQuote>
  failure: FailedOutcome | null
  total: string
  paying: boolean
}) {
  const { price } = useFormat()
  const before = pricing.previousAmountKrw === null ? null : price(pricing.previousAmountKrw)
  const repriced = before !== null && failure === null
  const isResumed = pricing.isHeld && !paying && !repriced && !failure && !pricing.failure
  return (
    <>
      {repriced && (
        <Banner tone="amber" role="alert">
          {before === total ? (
            <Trans>We checked the price again: it is still {total}.</Trans>
          ) : (
            <Trans>
              The price has changed from {before} to {total}. You have not been charged.
            </Trans>
          )}
        </Banner>
      )}
      {isResumed && (
        <Banner tone="amber" role="status">
          <Trans>
            Your order may already have been placed. Before you change anything, press the payment button again.
          </Trans>
          <SentenceSpace />
          <Trans>Pressing the button again will not place a second order.</Trans>
        </Banner>
      )}
      {failure && <OrderFailure failure={failure} />}
      {pricing.failure && (
        <PriceFailure failure={pricing.failure} busy={pricing.busy} onRetry={() => void pricing.retry()} />
      )}
    </>
  )
}
