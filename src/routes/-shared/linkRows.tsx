import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconType } from '#ui/icon.tsx'
import styles from './linkRows.module.css'

/** Renders a list of links on one card. Its children are `LinkRow`. */
export function LinkRows({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

type Props = Pick<LinkProps, 'to' | 'search' | 'params'> & {
  icon?: IconType
  /** Marks the link to what is shown beside the list. */
  current?: boolean
  /** A second line. */
  text?: ReactNode
  children: ReactNode
}

/** Renders a link to a screen as a row: icon, label, a second line, chevron. */
export function LinkRow({ icon, current = false, text, children, ...link }: Props) {
  return (
    <li>
      <Link {...link} className={styles.row} {...(current && { 'aria-current': 'page' })}>
        {icon && <Icon of={icon} />}
        <span>
          {children}
          {text && <small>{text}</small>}
        </span>
        <Icon of={ChevronRight} size={20} />
      </Link>
    </li>
  )
}
