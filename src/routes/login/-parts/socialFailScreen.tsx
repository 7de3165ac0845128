import { Trans } from '@lingui/react/macro'
import { TimerReset } from 'lucide-react'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import screen from '../../-shared/screen.module.css'
import { SocialButtons } from '../../-shared/social/socialButtons.tsx'
import { useProviderName } from '../../-shared/social/useProviderName.ts'
import { LoginFrame } from './loginFrame.tsx'
import { useSocialFailure } from './socialFailure.ts'

/** Renders why a social sign-in ended without one, and the ways on; `wanted` is the path to open afterwards. */
export function SocialFailScreen({ wanted }: { wanted: string | undefined }) {
  const nameOf = useProviderName()
  const { failure } = useSocialFailure()
  if (!failure) return null
  const { entranceSns, code, retryAfter } = failure
  const provider = nameOf(entranceSns)
  return (
    <LoginFrame
      address="/login/snsFail"
      bar={<Trans>Sign in</Trans>}
      back="/login"
      title={<Trans>You are not signed in</Trans>}
      offline={<Trans>You are offline. You need a connection to sign in.</Trans>}
    >
      {code === null ? (
        <Banner tone="amber" role="alert">
          <Trans>Signing in with {provider} was cancelled. Nothing was shared with us.</Trans>
        </Banner>
      ) : code === 'E_SNS' ? (
        <FailureBanner failure={code}>
          <Trans>
            We could not sign you in with {provider}. Perhaps more than 10 minutes passed, or you continued in another
            tab or browser. Start again here.
          </Trans>
        </FailureBanner>
      ) : (
        <FailureBanner
          failure={retryAfter === undefined ? code : { code, retryAfter }}
          icon={code === 'E_THROTTLED' ? TimerReset : undefined}
        />
      )}
      <div className={screen.ways}>
        <SocialButtons keep wanted={wanted} only={entranceSns} bare />
        <LinkButton to="/login" full>
          <Trans>Sign in with email</Trans>
        </LinkButton>
        <LinkButton to="/join" kind="outline" full>
          <Trans>Sign up</Trans>
        </LinkButton>
      </div>
    </LoginFrame>
  )
}
