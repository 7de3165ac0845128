import { Trans } from '@lingui/react/macro'

/** Renders why an action asks (too old, or not understood by the server), and whether to send it (O37, O38). */
export function ActionQuestion({ why }: { why: 'old' | 'unknown' }) {
  return why === 'old' ? (
    <Trans>This has been waiting for a long time. Send it anyway?</Trans>
  ) : (
    <Trans>This could not be processed. Send it again?</Trans>
  )
}
