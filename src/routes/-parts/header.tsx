import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Mark } from '#art/mark.tsx'
import { usePhoneThere } from '#data/there.ts'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Account, FavouritesLink } from './account.tsx'
import { LanguagePicker } from './language.tsx'
import { late, lateDialog } from './late.tsx'
import { BRAND } from './layout.ts'
import { Later } from './lean.tsx'
import styles from './shell.module.css'

const OutboxLink = late(async () => (await import('./outbox/outbox-link.tsx')).OutboxLink)
const Menu = lateDialog(async () => (await import('./menu.tsx')).Menu)

/** Renders the logo and the name as a link to home. */
export function Brand() {
  return (
    <Link to="/home" className={styles.brand}>
      <Mark className={styles.mark} />
      {BRAND}
    </Link>
  )
}

/**
 * Renders the header: logo, language, favourites and menu; from 1024 px favourites and account, beside the side
 * navigation.
 */
export function Header({ over }: { over: boolean }) {
  const { t } = useLingui()
  const there = usePhoneThere()
  const [open, setOpen] = useState(false)
  return (
    <header className={cx(styles.header, over && styles.over)}>
      <Later>
        <div className={styles.phone}>
          <Brand />
        </div>
        <div className={cx(styles.tools, styles.phone)}>
          {there && <OutboxLink />}
          <LanguagePicker />
          <FavouritesLink />
          <IconButton icon={MenuIcon} label={t`Menu`} aria-haspopup="dialog" onClick={() => setOpen(true)} />
          <Menu open={open} onClose={() => setOpen(false)} />
        </div>
        <div className={cx(styles.tools, styles.desktop)}>
          {there && <OutboxLink className={styles.disc} />}
          <FavouritesLink className={styles.disc} />
          <Account />
        </div>
      </Later>
    </header>
  )
}
