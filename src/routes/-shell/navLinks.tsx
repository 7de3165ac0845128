import { useLingui } from '@lingui/react'
import { Link, useLocation } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import { currentAddress, type MAIN_LINKS } from '../-navigation.ts'
import styles from './shell.module.css'

const CURRENT = { 'aria-current': 'page' } as const

/** Renders a list of links, for the side navigation and the menu. `onLeave` is called when a link is pressed. */
export function NavLinks({ links, onLeave }: { links: typeof MAIN_LINKS; onLeave?: (() => void) | undefined }) {
  const { _ } = useLingui()
  const current = useLocation({ select: currentAddress })
  return (
    <ul>
      {links.map(({ to, label, icon, exact }) => (
        <li key={to}>
          <Link
            to={to}
            className={styles.place}
            activeOptions={{ exact: exact ?? false }}
            onClick={onLeave}
            {...(to === current && CURRENT)}
          >
            {({ isActive }) => (
              <>
                <Icon of={icon} size={24} bold={isActive || to === current} />
                {_(label)}
              </>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
