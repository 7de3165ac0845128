import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { FailedOutcome } from '#data/outcome.ts'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import screen from '../../../-shared/screen.module.css'

/** Renders why a change was not saved; after a session that lapsed, with the way to sign in and back. */
export function InfoFailure({ failure }: { failure: FailedOutcome | null }) {
  return (
    <FailureBanner
      failure={failure}
      action={
        failure?.code === 'E_TOKEN' && (
          <Link to="/login" search={{ returnTo: '/myPage/changingInfo' }} className={screen.link}>
            <Trans>Sign in</Trans>
          </Link>
        )
      }
    />
  )
}
