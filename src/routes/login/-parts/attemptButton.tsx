import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useWaitText } from '#i18n/useWaitText.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  /** Seconds until the server accepts another attempt. */
  waitSeconds: number
  busy: boolean
  /** Label while no wait is left. */
  children: ReactNode
}

/** Renders the button that submits a form of `useAttempt`; counts a wait down, disabled until it is over. It keeps the focus. */
export function AttemptButton({ waitSeconds, busy, children }: Props) {
  const wait = useWaitText()(waitSeconds)
  return (
    <Button type="submit" full busy={busy} aria-disabled={waitSeconds > 0}>
      {waitSeconds > 0 ? <Trans>Try again in {wait}</Trans> : children}
    </Button>
  )
}
