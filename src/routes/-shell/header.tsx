import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Mark } from '#art/mark.tsx'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Account, HeaderFavouritesLink } from './account.tsx'
import { LazyConnectionIcon } from '../-shared/connection/lazyConnectionIcon.tsx'
import { LanguagePicker } from '../-shared/language.tsx'
import { lazyDialog } from '../-shared/lazyPart.tsx'
import { BRAND } from '../-shared/layout.ts'
import { SkipInShell } from './prerenderMode.tsx'
import styles from './shell.module.css'

const Menu = lazyDialog(async () => (await import('./menu.tsx')).Menu)

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
 * navigation. `over`: it lies over the screen's picture.
 */
export function Header({ over }: { over: boolean }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <header className={cx(styles.header, over && styles.over)}>
      <SkipInShell>
        <div className={styles.phone}>
          <Brand />
        </div>
        <div className={cx(styles.tools, styles.phone)}>
          <LazyConnectionIcon />
          <LanguagePicker />
          <HeaderFavouritesLink />
          <IconButton icon={MenuIcon} label={t`Menu`} aria-haspopup="dialog" onClick={() => setOpen(true)} />
          <Menu open={open} onClose={() => setOpen(false)} />
        </div>
        <div className={cx(styles.tools, styles.desktop)}>
          <LazyConnectionIcon className={styles.disc} />
          <HeaderFavouritesLink className={styles.disc} />
          <Account />
        </div>
      </SkipInShell>
    </header>
  )
}
