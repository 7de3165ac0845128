import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'
import type { Tone } from './tag.tsx'

interface Props {
  tone?: Tone
  icon?: IconType | undefined
  action?: ReactNode
  /** Said when it appears: a status politely, an alert at once. */
  role?: 'status' | 'alert'
  children: ReactNode
}

/** A calm sentence across the screen. */
export function Banner({ tone = 'neutral', icon, action, role, children }: Props) {
  return (
    <div role={role} className={cx(styles.tag, styles.banner, tone !== 'neutral' && styles[tone])}>
      {icon && <Icon of={icon} size={20} />}
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  )
}
