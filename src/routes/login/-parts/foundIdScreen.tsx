import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AtSign } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmailText } from '#ui/email.tsx'
import screen from '../../-shared/screen.module.css'
import { useFindIdDraft } from './findIdDraft.ts'
import { FindIdFrame } from './findIdFrame.tsx'
import styles from './login.module.css'

/** Renders the masked addresses of the accounts that match, and the ways to sign in. */
export function FoundIdScreen() {
  const addresses = useFindIdDraft().addresses ?? []
  const count = addresses.length
  return (
    <FindIdFrame
      address="/login/findId02-1"
      back="/login/findId01"
      title={<Plural value={count} one="We found your account" other="We found # accounts with these details" />}
      text={
        <Trans>Email addresses are partly hidden to protect your account. Sign in with your full email address.</Trans>
      }
    >
      <ul className={styles.addresses}>
        {addresses.map((address) => (
          <li key={address}>
            <Icon of={AtSign} />
            <EmailText>{address}</EmailText>
          </li>
        ))}
      </ul>
      <div className={screen.ways}>
        <LinkButton to="/login" full>
          <Trans>Sign in</Trans>
        </LinkButton>
        <LinkButton to="/login/findPw01" kind="outline" full>
          <Trans>Forgot password?</Trans>
        </LinkButton>
        <p className={screen.center}>
          <Link to="/service/inquiry" className={screen.link}>
            <Trans>Address not listed? Contact us</Trans>
          </Link>
        </p>
      </div>
    </FindIdFrame>
  )
}
