import { Trans } from '@lingui/react/macro'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { lazyPart } from '../../-shared/lazyPart.tsx'
import styles from './home.module.css'

const MemberHomeLinks = lazyPart(async () => (await import('./memberHomeLinks.tsx')).MemberHomeLinks)

/** Renders the main links for a member or a visitor. Both have the same height, so nothing below moves. */
export function HomeLinks() {
  const { state } = useSession()
  if (state !== 'anonymous') return <MemberHomeLinks />
  return (
    <div className={cx(styles.buttons, styles.visitor)}>
      <LinkButton to="/login">
        <Trans>Sign in</Trans>
      </LinkButton>
      <LinkButton to="/join" kind="outline">
        <Trans>Sign up</Trans>
      </LinkButton>
    </div>
  )
}
