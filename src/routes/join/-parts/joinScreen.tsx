import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Heart, Mail, MessageCircle, QrCode } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { cx } from '#ui/cx.ts'
import screen from '../../-shared/screen.module.css'
import styles from './join.module.css'

/** Renders what an account is for, and where to sign up. */
export function JoinScreen() {
  const { t } = useLingui()
  const { state } = useSession()
  if (state === 'member') return <AlreadyMember />
  return (
    <main data-screen="/join" className={screen.page}>
      <TopBar title={t`Sign up`} back="/home" />
      <div className={screen.picture}>
        <Scene name="harbour" crop={[0, 30, 400, 220]} />
      </div>
      <div className={screen.head}>
        <h2>
          <Trans>Your pass, on your phone</Trans>
        </h2>
        <p className={screen.lead}>
          <Trans>An account keeps your passes safe. To sign up, you need an email address and about two minutes.</Trans>
        </p>
      </div>
      <ul className={cx(screen.iconRows, styles.gains)}>
        <li>
          <Icon of={QrCode} />
          <Trans>Show your pass at the gate, even with no signal</Trans>
        </li>
        <li>
          <Icon of={Heart} />
          <Trans>Keep favourite attractions on all your devices</Trans>
        </li>
        <li>
          <Icon of={MessageCircle} />
          <Trans>See your passes, visits and inquiries in one place</Trans>
        </li>
      </ul>
      <div className={screen.ways}>
        <LinkButton to="/join/terms" icon={Mail} full>
          <Trans>Sign up with email</Trans>
        </LinkButton>
        <p className={screen.center}>
          <Trans>
            Already a member?{' '}
            <Link to="/login" className={screen.link}>
              Sign in
            </Link>
          </Trans>
        </p>
      </div>
    </main>
  )
}

function AlreadyMember() {
  const { t } = useLingui()
  return (
    <main data-screen="/join" className={screen.page}>
      <TopBar title={t`Sign up`} back="/home" />
      <EmptyState
        scene={<Scene name="harbour" />}
        title={<Trans>You are already signed in</Trans>}
        text={<Trans>To create another account, first sign out in Settings.</Trans>}
        actions={
          <LinkButton to="/myPage" full>
            <Trans>Open My Page</Trans>
          </LinkButton>
        }
      />
    </main>
  )
}
