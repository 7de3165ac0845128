import { useLingui } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import type { BOTTOM } from '../-navigation.ts'
import styles from './shell.module.css'

/** Renders a list of links, for the side navigation and the menu. */
export function Places({ places, onLeave }: { places: typeof BOTTOM; onLeave?: (() => void) | undefined }) {
  const { _ } = useLingui()
  return (
    <ul>
      {places.map(({ to, label, icon, exact }) => (
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
