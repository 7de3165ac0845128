import { useLingui } from '@lingui/react/macro'
import { MAIN, MORE } from '../-navigation.ts'
import { Brand } from './header.tsx'
import { LanguageBar } from './language.tsx'
import { Later } from './lean.tsx'
import { Places } from './places.tsx'
import styles from './shell.module.css'

/** Renders the side navigation (from 1024 px): all pages, and the languages at its foot. */
export function SideNav() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Pages`} className={styles.side}>
      <Later>
        <Brand />
        <div>
          <Places places={MAIN} />
          <hr />
          <Places places={MORE} />
        </div>
        <LanguageBar />
      </Later>
    </nav>
  )
}
