import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AtSign, Clock, MailSearch, UserRoundX } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { Email } from '#ui/email.tsx'
import { Icon } from '#ui/icon.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import screen from '../../-shared/screen.module.css'
import { useRecoveryDraft } from './recoveryDraft.ts'
import { RecoveryFrame } from './recoveryFrame.tsx'
import { ResendLink } from './resendLink.tsx'

/** Renders what to do when no mail arrives. The same text whether the address has an account or not. */
export function NoEmailScreen() {
  const { email } = useRecoveryDraft()
  return (
    <RecoveryFrame
      address="/login/findPw02-2"
      step={1}
      back="/login/findPw02-1"
      title={<Trans>No email yet?</Trans>}
      text={<Trans>Here is what usually helps.</Trans>}
    >
      <ul className={screen.iconRows}>
        <li>
          <Icon of={Clock} />
          <Trans>Wait a few minutes. Some emails take a while to arrive.</Trans>
        </li>
        <li>
          <Icon of={MailSearch} />
          <Trans>Look in your spam folder.</Trans>
        </li>
        <li>
          <Icon of={AtSign} />
          <span>
            <Trans>
              Check the address: <Email>{email}</Email>.
            </Trans>
            <SentenceSpace />
            <Link to="/login/findPw01" className={screen.link}>
              <Trans>Use another address</Trans>
            </Link>
          </span>
        </li>
        <li>
          <Icon of={UserRoundX} />
          <Trans>
            Perhaps you signed up with another address. To protect our members, this page does not say whether an
            address has an account.
          </Trans>
        </li>
      </ul>
      <div className={screen.links}>
        <ResendLink />
      </div>
      <div className={screen.ways}>
        <LinkButton to="/login/findPw02-1" full>
          <Trans>Enter the temporary password</Trans>
        </LinkButton>
        <LinkButton to="/service/inquiry" kind="outline" full>
          <Trans>Contact us</Trans>
        </LinkButton>
      </div>
    </RecoveryFrame>
  )
}
