import { Trans, useLingui } from '@lingui/react/macro'
import { Heart, Mail, MessageCircle, QrCode } from 'lucide-react'
import { Scene } from '#art/scene.tsx'
import { useSession } from '#data/session.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { cx } from '#ui/cx.ts'
import screen from '../../-shared/screen.module.css'
import { SocialButtons } from '../../-shared/social/socialButtons.tsx'
import styles from './join.module.css'
import { leaveSocial } from './joinDraft.ts'
import { SignInInstead } from './signInInstead.tsx'

/** Renders what an account is for, and where to sign up; `wanted` is the path to open afterwards. */
export function JoinScreen({ wanted }: { wanted: string | undefined }) {
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
          <Trans>Keep your favourite attractions on all your devices</Trans>
        </li>
        <li>
          <Icon of={MessageCircle} />
          <Trans>See your passes, visits and inquiries in one place</Trans>
        </li>
      </ul>
      <div className={screen.ways}>
        <LinkButton to="/join/terms" icon={Mail} full onClick={leaveSocial}>
          <Trans>Sign up with email</Trans>
        </LinkButton>
        <SocialButtons keep wanted={wanted} />
        <SignInInstead className={screen.center} />
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
