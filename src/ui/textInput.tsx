import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Icon, type IconType } from './icon.tsx'

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  icon?: IconType | undefined
  /** Button at the end, inside the outline. */
  trailing?: ReactNode
}

/** Renders a text field of one line, with an optional icon at its start. */
export function TextInput({ icon, trailing, className, ...rest }: InputProps) {
  return (
    <span className={cx(styles.box, icon && styles.led, trailing != null && styles.trailed, className)}>
      {icon && (
        <span className={styles.lead}>
          <Icon of={icon} size={20} />
        </span>
      )}
      <input type="text" {...rest} className={styles.input} />
      {trailing && <span className={styles.trail}>{trailing}</span>}
    </span>
  )
}
