import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Globe, Phone, Type, UserRoundX } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import screen from '../../-shared/screen.module.css'
import { FindIdFrame } from './findIdFrame.tsx'

/** Renders what may be wrong when no account matches, and the ways on (spec 8.13). */
export function NoIdScreen() {
  return (
    <FindIdFrame
      address="/login/findId02-2"
      back="/login/findId01"
      title={<Trans>No registered member information found</Trans>}
      text={<Trans>No account matches all four details. Here is what to check.</Trans>}
    >
      <ul className={screen.iconRows}>
        <li>
          <Icon of={Type} />
          <Trans>Enter your surname and given name as they are in your account, each in its own field.</Trans>
        </li>
        <li>
          <Icon of={Globe} />
          <Trans>Choose the country or region that is set in your account.</Trans>
        </li>
        <li>
          <Icon of={Phone} />
          <Trans>
            Use the mobile number that is in your account, even if it is an old one. If the account has no mobile
            number, or no country or region, we cannot find it this way.
          </Trans>
        </li>
        <li>
          <Icon of={UserRoundX} />
          <Trans>Perhaps you do not have an account yet.</Trans>
        </li>
      </ul>
      <div className={screen.ways}>
        <LinkButton to="/login/findId01" full>
          <Trans>Change details</Trans>
        </LinkButton>
        <LinkButton to="/join" kind="outline" full>
          <Trans>Sign up</Trans>
        </LinkButton>
        <p className={screen.center}>
          <Link to="/service/inquiry" className={screen.link}>
            <Trans>Contact us</Trans>
          </Link>
        </p>
      </div>
    </FindIdFrame>
  )
}
