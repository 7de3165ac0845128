import { Trans } from '@lingui/react/macro'
import type { FailureCode } from '#contract/errors.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'

/** Error codes after which the order may exist: the server did not answer, or the gateway did not. */
const UNANSWERED_CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'OFFLINE',
  'E_GATEWAY',
  'E_UNAVAILABLE',
  'E_BUSY',
  'E_INTERNAL',
  'UNKNOWN',
])

interface Props {
  failure: FailedOutcome
  /** What is paid is still what the failed press sent, so that another press requests the same order. */
  isHeld?: boolean
}

/** Renders why a press on the button that pays failed and, where the order may exist, that it is safe to press again. */
export function OrderFailure({ failure, isHeld = true }: Props) {
  const errorText = useErrorText()
  return (
    <Banner tone="red" role="alert">
      {errorText(failure)}
      <SentenceSpace />
      {isHeld && UNANSWERED_CODES.has(failure.code) && (
        <Trans>Pressing the button again will not place a second order.</Trans>
      )}
    </Banner>
  )
}
