import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { focusScreen } from '#ui/focusScreen.ts'
import { TitleRowTools } from '#ui/titleRowTools.ts'
import { BottomNav } from './bottomNav.tsx'
import { Footer } from './footer.tsx'
import { Brand, Header } from './header.tsx'
import { LazyConnectionIcon } from '../-shared/connection/lazyConnectionIcon.tsx'
import { LanguagePicker } from '../-shared/language.tsx'
import type { Layout } from '../-shared/layout.ts'
import { SkipInShell } from './prerenderMode.tsx'
import { Notices } from './notices.tsx'
import styles from './shell.module.css'
import { SideNav } from './sideNav.tsx'
import { Toasts } from './toasts.tsx'
import { useIsGate } from './useIsGate.ts'

/** Renders the frame around a screen, which itself renders `<main data-screen>`. */
export function Shell({ layout, children }: { layout: Layout; children: ReactNode }) {
  const framed = layout === 'default' || layout === 'main'
  const isGate = useIsGate()
  const tools = (
    <>
      {!isGate && (
        <span className={styles.connection} data-connection>
          <LazyConnectionIcon />
        </span>
      )}
      {layout === 'clean' && <LanguagePicker />}
    </>
  )
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
              <div className={styles.tools}>{tools}</div>
            </header>
          )}
          <TitleRowTools value={tools}>{children}</TitleRowTools>
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
