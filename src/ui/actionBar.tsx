import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './state.module.css'

/** Renders the main action at the bottom of a screen, in reach of the thumb; it replaces the bottom navigation. */
export function ActionBar({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div data-action-bar className={cx(styles.action, className)}>
      {children}
    </div>
  )
}
