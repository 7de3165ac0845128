import { Trans } from '@lingui/react/macro'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import { UNANSWERED_CODES } from '../payment/noOrder.ts'
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
  const errorText = useErrorText()
  if (isPaying) return null
  return (
    <>
      {failure && (
        <Banner tone="red" role="alert">
          {errorText(failure)}
          <SentenceSpace />
          {UNANSWERED_CODES.has(failure.code) && (
            <Trans>Pressing the button again will not place a second order.</Trans>
          )}
        </Banner>
      )}
      {paying.failure && (
        <PriceFailure failure={paying.failure} busy={paying.busy} onRetry={() => void paying.retry()} />
      )}
    </>
  )
}
