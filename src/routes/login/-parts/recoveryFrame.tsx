import { Trans, useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Steps } from '#ui/steps.tsx'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../-shared/screen.module.css'
import { OfflineBanner } from './offlineBanner.tsx'

interface Props {
  /** Path of the screen, its `data-screen`. */
  address: string
  step: 0 | 1 | 2
  back: LinkProps['to']
  title: ReactNode
  text?: ReactNode
  children: ReactNode
}

/** Renders one step of the password recovery. */
export function RecoveryFrame({ address, step, back, title, text, children }: Props) {
  const { t } = useLingui()
  return (
    <main data-screen={address} className={screen.page}>
      <TopBar title={<Trans>Forgot password?</Trans>} back={back} />
      <Steps steps={[t`Email`, t`Temporary password`, t`New password`]} current={step} />
      <div className={screen.head}>
        <h2>{title}</h2>
        {text && <p className={screen.lead}>{text}</p>}
      </div>
      <OfflineBanner>
        <Trans>You are offline. You need a connection to set a new password.</Trans>
      </OfflineBanner>
      {children}
    </main>
  )
}
