import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import screen from '../../-shared/screen.module.css'

/** Renders that the address belongs to a member already, with a link to sign in. */
export function InUse() {
  const errorText = useErrorText()
  return (
    <Banner
      tone="amber"
      role="alert"
      action={
        <Link to="/login" className={screen.link}>
          <Trans>Sign in</Trans>
        </Link>
      }
    >
      {errorText('E_EMAIL_IN_USE')}
    </Banner>
  )
}
