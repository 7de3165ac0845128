import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import screen from '../../-shared/screen.module.css'

/** Renders the way to sign in for people who have an account. */
export function SignInInstead({ className }: { className?: string | undefined }) {
  return (
    <p className={className}>
      <Trans>
        Already a member?{' '}
        <Link to="/login" className={screen.link}>
          Sign in
        </Link>
      </Trans>
    </p>
  )
}
