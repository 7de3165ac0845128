import { useLingui } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import type { MAIN_LINKS } from '../-navigation.ts'
import styles from './shell.module.css'

/** Renders a list of links, for the side navigation and the menu. `onLeave` is called when a link is pressed. */
export function NavLinks({ links, onLeave }: { links: typeof MAIN_LINKS; onLeave?: (() => void) | undefined }) {
  const { _ } = useLingui()
  return (
    <ul>
      {links.map(({ to, label, icon, exact }) => (
        <li key={to}>
          <Link to={to} className={styles.place} activeOptions={{ exact: exact ?? false }} onClick={onLeave}>
            {({ isActive }) => (
              <>
                <Icon of={icon} size={24} bold={isActive} />
                {_(label)}
              </>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
