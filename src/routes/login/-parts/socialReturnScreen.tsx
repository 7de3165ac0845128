import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { returnTo } from '#contract/rules/returnTo.ts'
import { clearSocial, finishSocial, isUnsent, socialReturn, type ProviderAnswer } from '#data/social.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LoadingLine } from '#ui/skeleton.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import screen from '../../-shared/screen.module.css'
import { useProviderName } from '../../-shared/social/useProviderName.ts'
import { LoginFrame } from './loginFrame.tsx'
import { patchSocialFailure } from './socialFailure.ts'
import { readSocialFragment, type SocialFragment } from './socialFragment.ts'

/** Renders the end of the social sign-in whose code is in the fragment, which leaves the address bar and the history. */
export function SocialReturnScreen() {
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const [fragment] = useState(() => readSocialFragment(hash))
  useEffect(() => {
    if (hash !== '') void router.navigate({ to: '/login/snsSuccess', hash: '', replace: true })
  }, [hash, router])
  const answer = fragment?.answer
  return fragment && answer ? <Ending fragment={{ ...fragment, answer }} /> : null
}

/**
 * Renders the end of a social sign-in: signs a member in and opens the page that was wanted, leads a guest to the
 * sign-up, and a failure to `/login/snsFail`. Without an answer of our server it offers to try again.
 */
function Ending({ fragment }: { fragment: SocialFragment & { answer: ProviderAnswer } }) {
  const { t } = useLingui()
  const router = useRouter()
  const nameOf = useProviderName()
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { entranceSns, answer } = fragment
  const provider = nameOf(entranceSns)

  useEffect(() => {
    let isLeft = false
    const end = async () => {
      const outcome = await finishSocial(answer)
      if (isLeft) return
      const wanted = socialReturn()
      const search = { returnTo: wanted }
      if (outcome.ok && outcome.data.is === 'guest') {
        await router.navigate({ to: '/join/terms', search, replace: true })
      } else if (outcome.ok) {
        clearSocial()
        router.history.replace(returnTo(wanted))
      } else if (isUnsent(outcome)) setFailure(outcome)
      else {
        const { code, retryAfter } = outcome
        patchSocialFailure({ failure: { entranceSns, code, retryAfter } })
        await router.navigate({ to: '/login/snsFail', search, replace: true })
      }
    }
    void end()
    return () => {
      isLeft = true
    }
  }, [answer, entranceSns, router, attempt])

  return (
    <LoginFrame
      address="/login/snsSuccess"
      bar={<Trans>Sign in</Trans>}
      back="/login"
      title={<Trans>Signing in with {provider}</Trans>}
      offline={<Trans>You are offline. You need a connection to sign in.</Trans>}
    >
      {failure ? (
        <>
          <FailureBanner failure={failure} />
          <div className={screen.ways}>
            <Button
              full
              onClick={() => {
                setFailure(null)
                setAttempt(attempt + 1)
              }}
            >
              <Trans>Try again</Trans>
            </Button>
            <LinkButton to="/login" kind="outline" full>
              <Trans>Sign in another way</Trans>
            </LinkButton>
          </div>
        </>
      ) : (
        <LoadingLine label={t`One moment…`} />
      )}
    </LoginFrame>
  )
}
