import { Trans } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { Banner } from '#ui/banner.tsx'
import screen from '../../-shared/screen.module.css'
import { useProviderName } from '../../-shared/social/useProviderName.ts'
import { leaveSocial, useDraft } from './joinDraft.ts'

/** Renders that the sign-up is one by a provider, and the way to one by email; nothing for others. */
export function SocialSignUp() {
  const { social } = useDraft()
  const nameOf = useProviderName()
  if (!social) return null
  const provider = nameOf(social.entranceSns)
  return (
    <Banner
      tone="harbour"
      icon={BadgeCheck}
      role="status"
      action={
        <button type="button" className={screen.link} onClick={leaveSocial}>
          <Trans>Sign up with email instead</Trans>
        </button>
      }
    >
      <Trans>
        This {provider} account is new to Harbor Pass. If you sign up with it, you will not need a password.
      </Trans>
    </Banner>
  )
}
