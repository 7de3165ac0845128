import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useErrorText, type FailureDetails } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import type { IconType } from '#ui/icon.tsx'

interface Props {
  /** The failure, or its code; null renders nothing. */
  failure: string | FailureDetails | null
  icon?: IconType | undefined
  /** Button or link at the end of the banner. */
  action?: ReactNode
  /** Renders “Try again” in place of `action`. */
  onRetry?: (() => void) | undefined
  /** The next attempt is under way. */
  busy?: boolean
  /** Replaces the message of the code by a more specific one. */
  children?: ReactNode
}

/** Renders why the last attempt failed, announced at once (spec 8.1). */
export function FailureBanner({ failure, icon, action, onRetry, busy = false, children }: Props) {
  const errorText = useErrorText()
  if (!failure) return null
  const retry = onRetry && (
    <Button kind="quiet" size="small" busy={busy} onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
  return (
    <Banner tone="red" role="alert" icon={icon} action={retry ?? action}>
      {children || errorText(failure)}
    </Banner>
  )
}
