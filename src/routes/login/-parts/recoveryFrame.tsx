import { Trans, useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Steps } from '#ui/steps.tsx'
import { LoginFrame } from './loginFrame.tsx'

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
export function RecoveryFrame({ step, ...rest }: Props) {
  const { t } = useLingui()
  return (
    <LoginFrame
      {...rest}
      bar={<Trans>Forgot password?</Trans>}
      steps={<Steps steps={[t`Email`, t`Temporary password`, t`New password`]} current={step} />}
      offline={<Trans>You are offline. You need a connection to set a new password.</Trans>}
    />
  )
}
