import { Trans } from '@lingui/react/macro'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { late } from '../late.tsx'
import styles from './home.module.css'

const MemberEntrance = late(async () => (await import('./member-entrance.tsx')).MemberEntrance)

/** Renders the main links for a member or a visitor. Both have the same height, so nothing below moves. */
export function Entrance() {
  const { state } = useSession()
  if (state !== 'anonymous') return <MemberEntrance />
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
