import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../-shared/screen.module.css'
import { useTitle } from '../../-shared/title.ts'
import styles from './guide.module.css'

interface Props {
  /** The address, which is the `data-screen` too. */
  address: '/about' | '/visit'
  title: string
  children: ReactNode
}

/** Renders the frame of the two guides that are not about one pass, with the way from each to the other. */
export function GeneralFrame({ address, title, children }: Props) {
  const { t } = useLingui()
  useTitle(title)
  return (
    <main data-screen={address} className={screen.reading}>
      <TopBar title={title} back="/home" />
      <nav aria-label={t`Guide`} className={styles.tabs}>
        <Link to="/about" replace className={styles.tab}>
          <Trans>The pass</Trans>
        </Link>
        <Link to="/visit" replace className={styles.tab}>
          <Trans>Your visit</Trans>
        </Link>
      </nav>
      {children}
    </main>
  )
}
