import { Trans } from '@lingui/react/macro'
import { LockKeyhole } from 'lucide-react'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'

/** Renders the request to sign in again. A locked session shows passes, but no personal texts (S5). */
export function SignInAgain({ returnTo }: { returnTo: string }) {
  return (
    <Banner
      tone="amber"
      icon={LockKeyhole}
      role="status"
      action={
        <LinkButton kind="quiet" size="small" to="/login" search={{ returnTo }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      }
    >
      <Trans>You were signed out. Sign in to continue.</Trans>
    </Banner>
  )
}
