import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { BottomNav } from './bottomNav.tsx'
import { Footer } from './footer.tsx'
import { Brand, Header } from './header.tsx'
import { LanguagePicker } from '../-shared/language.tsx'
import type { Layout } from '../-shared/layout.ts'
import { SkipInShell } from './prerenderMode.tsx'
import { Notices } from './notices.tsx'
import styles from './shell.module.css'
import { SideNav } from './sideNav.tsx'
import { Toasts } from './toasts.tsx'

/** Renders the frame around a screen, which itself renders `<main data-screen>`. */
export function Shell({ layout, children }: { layout: Layout; children: ReactNode }) {
  const framed = layout === 'default' || layout === 'main'
  return (
    <>
      <SkipInShell>
        <SkipLink />
      </SkipInShell>
      <div className={cx(styles.shell, framed ? styles.framed : styles[layout])}>
        {framed && <SideNav />}
        <div id="content" className={styles.content}>
          {framed && <Header over={layout === 'main'} />}
          {layout === 'clean' && (
            <header className={styles.header}>
              <Brand />
              <LanguagePicker />
            </header>
          )}
          {children}
          <SkipInShell>
            {layout !== 'load' && <Notices />}
            {framed && <Footer />}
          </SkipInShell>
        </div>
        <SkipInShell>
          <Toasts />
          {framed && <BottomNav />}
        </SkipInShell>
      </div>
    </>
  )
}

function SkipLink() {
  return (
    <a
      href="#content"
      className={cx('visually-hidden', styles.skip)}
      onClick={(event) => {
        event.preventDefault()
        focusScreen()
      }}
    >
      <Trans>Skip to content</Trans>
    </a>
  )
}

/** Moves the focus to the screen's heading, or to its `<main>`, so that screen readers start there. */
export const focusScreen = (): void => {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
