import { useLingui } from '@lingui/react/macro'
import { useRuntimeReady } from '#data/runtimeReady.ts'
import { MAIN_LINKS, SECONDARY_LINKS } from '../-navigation.ts'
import { Brand } from './header.tsx'
import { LanguageBar } from '../-shared/language.tsx'
import { lazyPart } from '../-shared/lazyPart.tsx'
import { SiteSearchForm } from '../-shared/siteSearchForm.tsx'
import { SkipInShell } from './prerenderMode.tsx'
import { NavLinks } from './navLinks.tsx'
import styles from './shell.module.css'

/** Keeps the place of the goods types, so that they move nothing. */
function GoodsBlank() {
  return <div className={styles.goodsBlank} />
}
const GoodsLinks = lazyPart(async () => (await import('./goodsLinks.tsx')).GoodsLinks, GoodsBlank)
const CityLinks = lazyPart(async () => (await import('./cityLinks.tsx')).CityLinks)

/** Renders the side navigation (from 1024 px): the search, the goods types, all pages, and the languages at its foot. */
export function SideNav() {
  const { t } = useLingui()
  const isReady = useRuntimeReady()
  return (
    <nav aria-label={t`Pages`} className={styles.side}>
      <SkipInShell>
        <Brand />
        <div>
          <SiteSearchForm name={t`Search the site`} placeholder={t`Search`} className={styles.search} isEmptied />
          <NavLinks links={MAIN_LINKS} />
          {isReady ? <GoodsLinks /> : <GoodsBlank />}
          <hr />
          <NavLinks links={SECONDARY_LINKS} />
          {isReady && <CityLinks />}
        </div>
        <LanguageBar />
      </SkipInShell>
    </nav>
  )
}
