import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { LoginFrame } from './loginFrame.tsx'

/** Renders one step of finding a forgotten address. */
export function FindIdFrame(props: Omit<ComponentProps<typeof LoginFrame>, 'bar' | 'offline' | 'steps'>) {
  return (
    <LoginFrame
      {...props}
      bar={<Trans>Forgot your ID?</Trans>}
      offline={<Trans>You are offline. You need a connection to find your email address.</Trans>}
    />
  )
}
