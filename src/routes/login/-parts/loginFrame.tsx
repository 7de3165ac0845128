import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TopBar } from '#ui/topBar.tsx'
import { SceneBeside } from '../../-shared/columns.tsx'
import screen from '../../-shared/screen.module.css'
import { OfflineBanner } from './offlineBanner.tsx'

interface Props {
  /** Path of the screen, its `data-screen`. */
  address: string
  /** Title of the screen, which its steps share. */
  bar: ReactNode
  back: LinkProps['to']
  /** Progress, between the bar and the title of the step. */
  steps?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** What cannot be done offline. */
  offline: ReactNode
  children: ReactNode
}

/** Renders a screen of one step on the way to signing in. */
export function LoginFrame({ address, bar, back, steps, title, text, offline, children }: Props) {
  return (
    <main data-screen={address} className={screen.page}>
      <SceneBeside name="gwangan" />
      <TopBar title={bar} back={back} />
      {steps}
      <div className={screen.head}>
        <h2>{title}</h2>
        {text && <p className={screen.lead}>{text}</p>}
      </div>
      <OfflineBanner>{offline}</OfflineBanner>
      {children}
    </main>
  )
}
