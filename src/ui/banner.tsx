import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'
import type { Tone } from './tag.tsx'

interface Props {
  tone?: Tone
  icon?: IconType | undefined
  action?: ReactNode
  /** On a phone the action stands below the text, which would be a narrow column beside it. */
  isLong?: boolean
  /** Live region: `status` is announced politely, `alert` at once. */
  role?: 'status' | 'alert'
  children: ReactNode
}

/** Renders a message across the full width of the screen. */
export function Banner({ tone = 'neutral', icon, action, isLong = false, role, children }: Props) {
  return (
    <div role={role} className={cx(styles.tag, styles.banner, tone !== 'neutral' && styles[tone])}>
      {icon && <Icon of={icon} size={20} />}
      <div className={cx(styles.words, isLong && styles.long)}>{children}</div>
      {action}
    </div>
  )
}
