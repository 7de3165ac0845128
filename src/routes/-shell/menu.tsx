import { useLingui } from '@lingui/react/macro'
import { useSession } from '#data/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SECONDARY_LINKS } from '../-navigation.ts'
import { CITY_LINKS, SIGN_IN_LINKS } from '../-laterNavigation.ts'
import { LanguageBar } from '../-shared/language.tsx'
import { BRAND } from '../-shared/layout.ts'
import { SiteSearchForm } from '../-shared/siteSearchForm.tsx'
import { GoodsLinks } from './goodsLinks.tsx'
import { NavLinks } from './navLinks.tsx'
import styles from './shell.module.css'

/** Renders the menu sheet: the search, the goods types, links to the pages that the bottom bar leaves out, and the languages. */
export function Menu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { state, user } = useSession()
  const name = user?.engNm ?? ''
  return (
    <Dialog sheet open={open} onClose={onClose} title={user ? t`Hello, ${name}` : BRAND}>
      <SiteSearchForm name={t`Search the site`} placeholder={t`Search`} onSearch={onClose} />
      <nav aria-label={t`Pages`} className={styles.menu}>
        <GoodsLinks onLeave={onClose} />
        <hr />
        <NavLinks links={CITY_LINKS} onLeave={onClose} />
        <hr />
        <NavLinks links={SECONDARY_LINKS} onLeave={onClose} />
        {state !== 'member' && (
          <>
            <hr />
            <NavLinks links={SIGN_IN_LINKS} onLeave={onClose} />
          </>
        )}
      </nav>
      <hr className={styles.rule} />
      <LanguageBar />
    </Dialog>
  )
}
