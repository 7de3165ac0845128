import { Check } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import styles from './chip.module.css'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-pressed'> & { selected: boolean; icon?: IconType }

/** Renders a filter toggle, 36 px high in a touch target of 44 px. */
export function FilterChip({ selected, icon, className, children, ...rest }: Props) {
  const shape = selected ? Check : icon
  return (
    <button type="button" {...rest} aria-pressed={selected} className={cx(styles.filter, className)}>
      <span className={styles.face}>
        {shape && <Icon of={shape} size={16} />}
        {children}
      </span>
    </button>
  )
}
