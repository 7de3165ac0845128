import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import { currentAddress, MAIN_LINKS } from '../-navigation.ts'
import styles from './bottomNav.module.css'

const CURRENT = { 'aria-current': 'page' } as const

/** Renders the bottom navigation bar; My Pass is a ticket that stands out of it. */
export function BottomNav() {
  const { t, i18n } = useLingui()
  const current = useLocation({ select: currentAddress })
  return (
    <nav aria-label={t`Main pages`} className={styles.bar}>
      <ul>
        {MAIN_LINKS.map(({ to, label, icon, exact }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.place}
              activeOptions={{ exact: exact ?? false }}
              {...(to === current && CURRENT)}
            >
              {({ isActive }) =>
                to === '/myPage/myPass' ? (
                  <>
                    <span className={styles.collar} />
                    <span className={styles.ticket}>
                      <Icon of={icon} />
                    </span>
                    <span className={styles.name}>{i18n._(label)}</span>
                  </>
                ) : (
                  <>
                    <Icon of={icon} bold={isActive || to === current} />
                    <span className={styles.name}>{i18n._(label)}</span>
                  </>
                )
              }
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
