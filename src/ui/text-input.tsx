import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Icon, type IconType } from './icon.tsx'

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  icon?: IconType | undefined
  /** A button at the end, inside the outline. */
  trailing?: ReactNode
}

/** One line of text; `icon` leads, `trailing` follows. */
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
