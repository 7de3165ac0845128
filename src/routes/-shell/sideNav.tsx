import { useLingui } from '@lingui/react/macro'
import { useRuntimeReady } from '#data/runtimeReady.ts'
import { MAIN_LINKS, SECONDARY_LINKS } from '../-navigation.ts'
import { Brand } from './header.tsx'
import { LanguageBar } from '../-shared/language.tsx'
import { lazyPart } from '../-shared/lazyPart.tsx'
import { SkipInShell } from './prerenderMode.tsx'
import { NavLinks } from './navLinks.tsx'
import styles from './shell.module.css'

const CityLinks = lazyPart(async () => (await import('./cityLinks.tsx')).CityLinks)

/** Renders the side navigation (from 1024 px): all pages, and the languages at its foot. */
export function SideNav() {
  const { t } = useLingui()
  const isReady = useRuntimeReady()
  return (
    <nav aria-label={t`Pages`} className={styles.side}>
      <SkipInShell>
        <Brand />
        <div>
          <NavLinks links={MAIN_LINKS} />
          <hr />
          <NavLinks links={SECONDARY_LINKS} />
          {isReady && <CityLinks />}
        </div>
        <LanguageBar />
      </SkipInShell>
    </nav>
  )
}
