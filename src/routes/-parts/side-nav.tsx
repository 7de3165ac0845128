import { useLingui } from '@lingui/react/macro'
import { MAIN, MORE } from '../-navigation.ts'
import { Brand } from './header.tsx'
import { LanguageBar } from './language.tsx'
import { Later } from './lean.tsx'
import { Places } from './places.tsx'
import styles from './shell.module.css'

/** From 1024 px: all places at the side, languages at the foot. */
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
