import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import styles from './home.module.css'

const MemberHomeLinks = lazyPart(async () => (await import('./memberHomeLinks.tsx')).MemberHomeLinks)

/**
 * Renders the main links for a member or a visitor. Both have the same height, so nothing below moves. From 64rem the
 * header has the link to sign in.
 */
export function HomeLinks() {
  const { state } = useSession()
  if (state !== 'anonymous') return <MemberHomeLinks />
  return (
    <div className={cx(styles.buttons, styles.visitor)}>
      <LinkButton to="/pass">
        <Trans>See the passes</Trans>
      </LinkButton>
      <Link to="/login" className={styles.signIn}>
        <Trans>Sign in</Trans>
      </Link>
    </div>
  )
}
