import { Trans } from '@lingui/react/macro'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'

interface Props {
  failure: FailedOutcome
  busy: boolean
  /** Requests the price again; undefined where another button does. */
  onRetry?: (() => void) | undefined
}

/** Renders that the price could not be checked, why, and the way to try again. */
export function PriceFailure({ failure, busy, onRetry }: Props) {
  const errorText = useErrorText()
  return (
    <Banner
      tone="red"
      role="alert"
      action={
        onRetry && (
          <Button kind="outline" size="small" busy={busy} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      <Trans>We could not check the price.</Trans>
      <SentenceSpace />
      {errorText(failure)}
    </Banner>
  )
}
