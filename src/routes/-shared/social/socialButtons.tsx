import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { FailedOutcome } from '#data/outcome.ts'
import { startSocial, useProviders, type ProviderId } from '#data/social.ts'
import { Button } from '#ui/button.tsx'
import { FailureBanner } from '../failureBanner.tsx'
import { ProviderMark } from './providerMark.tsx'
import styles from './social.module.css'
import { useProviderName } from './useProviderName.ts'

interface Props {
  /** “Keep me signed in”, as the form beside the buttons has it at the press. */
  keep: boolean | (() => boolean)
  /** Path to open after the sign-in; undefined for home. */
  wanted: string | undefined
  /** Shows this provider alone, also while the list is not loaded. */
  only?: ProviderId
  /** Leaves out the “or” above the buttons. */
  bare?: boolean
}

/**
 * Renders a button for each provider of social sign-in that the server has configured, which opens the provider's page;
 * nothing where there is none (spec 9.28).
 */
export function SocialButtons({ keep, wanted, only, bare = false }: Props) {
  const nameOf = useProviderName()
  const listed = useProviders().data?.list.map(({ entranceSns }) => entranceSns) ?? []
  const [opening, setOpening] = useState<ProviderId | null>(null)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const providers = only ? [only] : listed

  useEffect(() => {
    // The browser restores the page when the visitor comes back from the provider.
    const onPageShow = () => setOpening(null)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])

  const open = async (id: ProviderId) => {
    setFailure(null)
    setOpening(id)
    const outcome = await startSocial(id, { keep: typeof keep === 'function' ? keep() : keep, returnTo: wanted })
    if (outcome.ok) location.assign(outcome.data)
    else {
      setOpening(null)
      setFailure(outcome)
    }
  }
  if (providers.length === 0) return null
  return (
    <div className={styles.social} data-social>
      {!bare && (
        <p className={styles.or}>
          <Trans>or</Trans>
        </p>
      )}
      <FailureBanner failure={failure} />
      <div className={styles.providers}>
        {providers.map((id) => {
          const name = nameOf(id)
          return (
            <Button
              key={id}
              kind="outline"
              full
              busy={opening === id}
              disabled={opening !== null && opening !== id}
              onClick={() => void open(id)}
            >
              {opening !== id && <ProviderMark id={id} className={styles.mark} />}
              <Trans>Continue with {name}</Trans>
            </Button>
          )
        })}
      </div>
    </div>
  )
}
