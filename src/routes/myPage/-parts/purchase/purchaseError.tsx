import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FailedOutcome } from '#data/outcome.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'
import { LazyReference } from '../../../-shared/lazyReference.tsx'

interface Props {
  scene: ReactNode
  failure: FailedOutcome
  busy: boolean
  onRetry: () => void
}

/** Renders that a purchase could not be loaded, and the way to the others. One that does not exist has no retry. */
export function PurchaseError({ scene, failure, busy, onRetry }: Props) {
  const errorText = useErrorText()
  const isUnknown = failure.code === 'E_NOT_FOUND'
  return (
    <ErrorState
      scene={scene}
      title={<Trans>Could not load this purchase</Trans>}
      text={
        isUnknown ? (
          <Trans>
            There is no such purchase in your account. If you ordered with another account, sign in with that one.
          </Trans>
        ) : (
          errorText(failure)
        )
      }
      code={failure.reference && <LazyReference id={failure.reference} />}
      busy={busy}
      onRetry={isUnknown ? undefined : onRetry}
      actions={
        <LinkButton to="/myPage/purchaseHistory" kind="outline" full>
          <Trans>Open Purchase History</Trans>
        </LinkButton>
      }
    />
  )
}
